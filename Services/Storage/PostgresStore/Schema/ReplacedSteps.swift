/// The steps 1 to 22, which the baseline has replaced. A database that has seen all of them has the same schema as the
/// baseline makes.
enum ReplacedSteps {
    /// The checksums that such a database has recorded, from step 1 on. The baseline records the same ones.
    static let checksums = [
        "b650fa7efcdc78a8ae42a670faa03371d338f794d7aceceac9d51fa0fc4d1233",
        "852bf76e247d2ae0dcebc8bee5053a17f169b79def6646bb567d13a9edc2754f",
        "cec4e9cd7f74a74dcf752b3dcf0e48ce276ac120002851794caf42e4d2782440",
        "9f86aefea112947072f1d39c3924f6f6045e90c45fe1fd67347e8924a2e186cd",
        "1b4ccaa9f76290a7c65893448a689041dad7be5ffa67f92ed16931adef561618",
        "43626f0ee20e1b602421b0ac6e54f337b6b81d04c2f9d58f451dcc3c6a31676a",
        "02fdbb94909b1db3f85183e80b113722d47879dfcec3e3b8b519b2699839b93f",
        "cfe2253b694890eaa16db46f0beee92976cc0fcca6a3a61debf0de7c40525089",
        "3af63405db18f5a31a8cee733ae46ec6c7e3af3337b67f247f7ffeef9ce97908",
        "27886245fa205fb6bf5f389727f74de3068032fea6589fd79b7733e1438ad1c2",
        "956afc1809c77fde38bc070b8b32358b74da227dd344820d984646d176ec20e3",
        "b71b963ba925b4f3f1d350a08d7eb301cf4093ecb26cf2b219a388393169b22a",
        "85c09e3f8c64dff56367e70f283cc18af386191f9e6a348cc3c6c52f27fda171",
        "fa23d5d82ea8da4ddf37688053656f56d53d553f937bbdc78c5ddad984c1736c",
        "fe94c22f370f5a17ad60344045eaaeaa52c4b919eec492fb7f6058db264c6718",
        "fa3c146174007a274efa3e4c2c497484f4c84adf06964adec914ecd1d29330ad",
        "90c5da77fd48324b02ef4f3eb49701a03acccab4271ad340b3034da427865ba8",
        "c3931fd6d276037b6cfb878362432121933035be91d23ced68b1f67200730fef",
        "8b4717bae984ef61f9d2df199da129574967abe81afd7fee53234c3592dcb643",
        "1971c41aa77ef1f6c3b13e51b070d126ce6e7d9377c2dd996528f90beacfe40d",
        "40993529bd42e4f772fac79b92630556f56c993438b2716c58361d24685c5612",
        "11ed5ecb998236005b3bae232ab83692a4f3751bd963f914a70d51ec9f3d5062",
    ]
}
