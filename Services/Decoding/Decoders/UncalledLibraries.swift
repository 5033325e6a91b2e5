extension Decoders {
    /// What libvips, cairo, poppler and qpdf bring along for work that no decoder asks of them. It is about two fifths of the
    /// mappings that a child would copy and take down again.
    ///
    /// None is written in C++: such a library may have the first copy of a template's code, which the linker then gives to
    /// all others.
    static let uncalledLibraries =
        files + text + windows + network + certificates
        // GIO mounts volumes by the first three. By the others libvips writes palettes and transforms pictures.
        + ["libmount", "libblkid", "libselinux", "libcgif", "libimagequant", "libgomp", "libfftw3"]

    /// Formats that libvips is not allowed to read: FITS, HDF5 and Matlab, SVG, and archives of pictures.
    private static let files = [
        "libcfitsio", "libmatio", "libhdf5_serial", "libsz", "libaec", "librsvg", "libcairo-gobject", "libgdk_pixbuf", "libgsf",
        "libxml2",
    ]

    /// What libvips draws words with. Poppler draws glyphs by FreeType.
    private static let text = ["libpango", "libpangocairo", "libpangoft2", "libfribidi", "libthai", "libdatrie"]

    /// Cairo's other surfaces.
    private static let windows = ["libX11", "libXau", "libXdmcp", "libXext", "libXrender", "libxcb", "libbsd", "libmd"]

    /// What reads files from the network, of which a child has none.
    private static let network = [
        "libcurl", "libldap", "liblber", "libsasl2", "libgssapi_krb5", "libkrb5", "libk5crypto", "libkrb5support", "libkeyutils",
        "libcom_err", "libnghttp2", "librtmp", "libssh2", "libpsl", "libssl", "libresolv",
    ]

    /// What poppler and GnuTLS check signers with. Signatures are checked by libcrypto, and qpdf asks GnuTLS for ciphers alone.
    private static let certificates = [
        "libnss3", "libnssutil3", "libsmime3", "libnspr4", "libplc4", "libplds4", "libtasn1", "libidn2", "libunistring",
    ]
}
