extension ReasonTexts {
    /// The wording of a forced outcome's reason; see `ReasonTexts` for the form.
    static let sandbox = #"""
        rule sandbox.forced
        en  sandbox
        de  Sandbox
        fr  bac à sable
        es  entorno de pruebas
        ja  サンドボックス

        sandbox.forced
        en  a test that asks for this
        en  a submission that asks for nothing
        en  This is a test: the reference of the submission asks for this result.
        en  Go on as if it were a real one.
        de  ein Test, der das verlangt
        de  ein Vorgang, der nichts verlangt
        de  Das ist ein Test: Die Referenz des Vorgangs verlangt dieses Ergebnis.
        de  Machen Sie weiter, als wäre es ein echtes.
        fr  un test qui demande cela
        fr  un dossier qui ne demande rien
        fr  Ceci est un test : la référence du dossier demande ce résultat.
        fr  Continuez comme s’il était réel.
        es  una prueba que pide esto
        es  un envío que no pida nada
        es  Esto es una prueba: la referencia del envío pide este resultado.
        es  Continúe como si fuera real.
        ja  この結果を求めるテスト
        ja  何も求めない提出
        ja  これはテストです。提出の参照番号がこの結果を求めています。
        ja  本番と同じように続けてください。
        """#
}
