/// Makes tokens with Python's `cryptography`, by hand where a library for tokens would refuse to.
enum TokenForge {
    static let script = #"""
        import base64, hashlib, hmac, json
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

        NOW = 1_800_000_000

        def b64(data):
            return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

        def number(value, length=None):
            return b64(value.to_bytes(length or (value.bit_length() + 7) // 8, "big"))

        R, R2 = (rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in range(2))
        SMALL = rsa.generate_private_key(public_exponent=65537, key_size=1024)
        E, E2, E384 = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP384R1())
        D, D2 = ed25519.Ed25519PrivateKey.generate(), ed25519.Ed25519PrivateKey.generate()

        def rsa_jwk(key, **more):
            public = key.public_key().public_numbers()
            return {"kty": "RSA", "n": number(public.n), "e": number(public.e), **more}

        def ec_jwk(key, curve="P-256", size=32, **more):
            public = key.public_key().public_numbers()
            return {"kty": "EC", "crv": curve, "x": number(public.x, size), "y": number(public.y, size), **more}

        def ed_jwk(key, **more):
            return {"kty": "OKP", "crv": "Ed25519", "x": b64(key.public_key().public_bytes_raw()), **more}

        KEYS = [rsa_jwk(R, kid="r", alg="RS256", use="sig"), ec_jwk(E, kid="e", use="sig"), ed_jwk(D, kid="d", key_ops=["verify"]),
                {"kty": "oct", "kid": "s", "k": b64(b"0" * 32)}, rsa_jwk(R2, kid="enc", use="enc"),
                ec_jwk(E384, "P-384", 48, kid="e384")]

        def rs(data, key=R):
            return key.sign(data, padding.PKCS1v15(), hashes.SHA256())

        def es(data, key=E):
            r, s = decode_dss_signature(key.sign(data, ec.ECDSA(hashes.SHA256())))
            return r.to_bytes(32, "big") + s.to_bytes(32, "big")

        def ed(data, key=D):
            return key.sign(data)

        CLAIMS = {"iss": "https://issuer.example", "aud": "docket", "sub": "person-7", "tenant": "acme",
                  "roles": ["client", "reviewer"], "exp": NOW + 600, "iat": NOW - 5}

        def part(value):
            return b64(value if isinstance(value, bytes) else json.dumps(value).encode())

        def token(header, sign, claims=CLAIMS):
            data = part(header) + "." + part(claims)
            return data + "." + b64(sign(data.encode()))

        RS, ES, ED = {"alg": "RS256", "kid": "r"}, {"alg": "ES256", "kid": "e"}, {"alg": "EdDSA", "kid": "d"}
        out = []

        def good(name, value):
            out.append({"name": name, "token": value, "refusal": None})

        def bad(name, refusal, value):
            out.append({"name": name, "token": value, "refusal": refusal})

        def with_claims(**more):
            return {name: value for name, value in {**CLAIMS, **more}.items() if value is not None}

        good("RS256", token(RS, rs)); good("ES256", token(ES, es)); good("EdDSA", token(ED, ed))
        good("without kid", token({"alg": "ES256"}, es))
        good("typ JWT", token({**ED, "typ": "JWT"}, ed)); good("typ at+jwt", token({**ED, "typ": "at+JWT"}, ed))
        good("several audiences", token(ED, ed, with_claims(aud=["other", "docket-staging"])))
        good("roles in words", token(ED, ed, with_claims(roles="client reviewer")))
        good("just expired, within the leeway", token(ED, ed, with_claims(exp=NOW - 30)))
        good("a fraction of a second", token(ED, ed, with_claims(exp=NOW + 0.5)))
        good("brings a key that is ignored", token({**ED, "jwk": ed_jwk(D2)}, ed))

        public_pem = R.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        public_der = R.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)

        def hs(secret):
            return lambda data: hmac.new(secret, data, hashlib.sha256).digest()

        nothing = lambda data: b""
        for alg in ["none", "None", "NONE", "nOnE", ""]:
            bad(f"alg {alg!r}, unsigned", "algorithm", token({"alg": alg}, nothing))
        bad("alg none with the good signature", "algorithm", token({"alg": "none", "kid": "r"}, rs))
        for name, secret in [("the PEM", public_pem), ("the PEM without its end", public_pem.strip()), ("the DER", public_der),
                             ("the modulus", KEYS[0]["n"].encode()), ("nothing", b""), ("the set's symmetric key", b"0" * 32)]:
            bad(f"HS256 with {name}", "algorithm", token({"alg": "HS256", "kid": "r"}, hs(secret)))
        for alg in ["HS384", "HS512", "RS384", "RS512", "PS256", "ES384", "ES512", "ES256K", "rs256", "RSA-OAEP"]:
            bad(f"alg {alg}", "algorithm", token({"alg": alg, "kid": "r"}, rs))
        bad("RS256 named, ES256 key", "unknownKey", token({"alg": "RS256", "kid": "e"}, es))
        bad("ES256 named, RSA key", "unknownKey", token({"alg": "ES256", "kid": "r"}, rs))
        bad("EdDSA named, RSA key", "unknownKey", token({"alg": "EdDSA", "kid": "r"}, rs))
        bad("ES256 with a P-384 key", "unknownKey", token({"alg": "ES256", "kid": "e384"}, es))
        bad("a key to encrypt with", "unknownKey", token({"alg": "RS256", "kid": "enc"}, lambda data: rs(data, R2)))
        bad("a kid nobody has", "unknownKey", token({"alg": "RS256", "kid": "../../r"}, rs))
        bad("another RSA key", "signature", token(RS, lambda data: rs(data, R2)))
        bad("a short RSA key", "signature", token(RS, lambda data: rs(data, SMALL)))
        bad("another P-256 key", "signature", token(ES, lambda data: es(data, E2)))
        bad("another Ed25519 key", "signature", token(ED, lambda data: ed(data, D2)))
        bad("its own RSA key along", "signature", token({**RS, "jwk": rsa_jwk(R2)}, lambda data: rs(data, R2)))
        bad("its own Ed25519 key along", "signature", token({**ED, "jwk": ed_jwk(D2)}, lambda data: ed(data, D2)))
        bad("a jku along", "signature", token({**ED, "jku": "https://evil.example/keys"}, lambda data: ed(data, D2)))
        bad("ECDSA in DER", "signature", token(ES, lambda data: E.sign(data, ec.ECDSA(hashes.SHA256()))))
        bad("ECDSA of zeros", "signature", token(ES, lambda data: bytes(64)))
        n = int("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551", 16)
        bad("ECDSA with r = s = n", "signature", token(ES, lambda data: n.to_bytes(32, "big") * 2))
        bad("ECDSA with a byte more", "signature", token(ES, lambda data: es(data) + b"\0"))
        bad("EdDSA cut", "signature", token(ED, lambda data: ed(data)[:63]))
        bad("EdDSA with a byte more", "signature", token(ED, lambda data: ed(data) + b"\0"))
        bad("no signature", "signature", token(ED, nothing))
        bad("PSS where PKCS1 is due", "signature", token(RS, lambda data: R.sign(data, padding.PSS(padding.MGF1(hashes.SHA256()), 32), hashes.SHA256())))
        whole = token(ED, ed)
        head, payload, signature = whole.split(".")
        other = part({**CLAIMS, "tenant": "victim"})
        bad("another payload", "signature", f"{head}.{other}.{signature}")
        bad("another head", "signature", f"{part({**ED, 'x': 1})}.{payload}.{signature}")
        for name, text in [("two parts", f"{head}.{payload}"), ("four parts", whole + ".x"), ("padding", f"{head}=.{payload}.{signature}"),
                           ("blank", f"{head}. {payload}.{signature}"), ("plain base64", whole + "+"), ("empty", ""), ("dots", ".."),
                           ("left-over bits", f"{head}.{payload}.{signature[:-1]}{'B' if signature[-1] != 'B' else 'C'}"),
                           ("head no JSON", f"{b64(b'alg=none')}.{payload}.{signature}"), ("head a list", f"{b64(b'[]')}.{payload}.{signature}"),
                           ("too long", whole + "A" * 9000)]:
            bad(name, "malformed", text)
        bad("crit", "unsupported", token({**ED, "crit": ["exp"]}, ed)); bad("crit, empty", "unsupported", token({**ED, "crit": []}, ed))
        bad("b64", "unsupported", token({**ED, "b64": False}, ed)); bad("zip", "unsupported", token({**ED, "zip": "DEF"}, ed))
        bad("nested", "unsupported", token({**ED, "cty": "JWT"}, ed)); bad("another typ", "unsupported", token({**ED, "typ": "secevent+jwt"}, ed))
        bad("payload no object", "malformed", token(ED, ed, b"[1]")); bad("payload no JSON", "malformed", token(ED, ed, b"\xff\xfe"))
        bad("another issuer", "issuer", token(ED, ed, with_claims(iss="https://issuer.example.evil")))
        bad("issuer with a slash", "issuer", token(ED, ed, with_claims(iss="https://issuer.example/")))
        bad("no issuer", "issuer", token(ED, ed, with_claims(iss=None)))
        bad("another audience", "audience", token(ED, ed, with_claims(aud="docket2"))); bad("no audience", "audience", token(ED, ed, with_claims(aud=None)))
        bad("empty audience", "audience", token(ED, ed, with_claims(aud=[])))
        bad("expired", "expired", token(ED, ed, with_claims(exp=NOW - 61))); bad("never expires", "claims", token(ED, ed, with_claims(exp=None)))
        bad("expiry a text", "claims", token(ED, ed, with_claims(exp="1900000000")))
        bad("not yet", "notYetValid", token(ED, ed, with_claims(nbf=NOW + 61))); bad("from the future", "notYetValid", token(ED, ed, with_claims(iat=NOW + 61)))
        print(json.dumps({"keys": json.dumps({"keys": KEYS}), "now": NOW, "tokens": out}))
        """#
}
