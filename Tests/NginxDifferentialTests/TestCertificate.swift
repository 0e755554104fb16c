/// A certificate for tests, signed by itself, and its key.
enum TestCertificate {
  static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBdTCCARugAwIBAgIUUmooZSN0UQWH+4XDSvffh2Nqq6swCgYIKoZIzj0EAwIw
    DzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMjIxNzMxMjhaGA8yMTI2MTAyOTE3MzEy
    OFowDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABIpw
    FOtp50prS3ZaoDPOvK8luudn/7mlBAc+lxap8V8dRUs2bLMeFmUTsX6liNBJKnQ/
    +qI1R3XY/YEOX0xGvOGjUzBRMB0GA1UdDgQWBBR1vAUscJCK9KpL5Cyrf3vj5Qsk
    KDAfBgNVHSMEGDAWgBR1vAUscJCK9KpL5Cyrf3vj5QskKDAPBgNVHRMBAf8EBTAD
    AQH/MAoGCCqGSM49BAMCA0gAMEUCIQDhRhPgl9YujLYiQOg++ky+0+3ql0Ygt4HS
    6wiTjGH26AIgGuIDOtmOgi9isqpX9JcUsWBbvUkBpmpLIeoq5nsY+oo=
    -----END CERTIFICATE-----

    """
  static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+zIpp/SEfDvwEHiV
    i0pWvtBHQOJohrwdAqtWJWW9ymOhRANCAASKcBTraedKa0t2WqAzzryvJbrnZ/+5
    pQQHPpcWqfFfHUVLNmyzHhZlE7F+pYjQSSp0P/qiNUd12P2BDl9MRrzh
    -----END PRIVATE KEY-----

    """
}
