"""Files that say what is not so, and one that is as it should be."""
import struct

BEYOND = 2**63 - 1


def big_tiff(tag=258, kind=3, count=BEYOND):
    """A BigTIFF of four kilobytes; one entry of its directory has `count` values."""
    entries = [(256, 4, 1, 64), (257, 4, 1, 64), (tag, kind, count, 8), (262, 3, 1, 1), (273, 16, 1, 1024), (279, 16, 1, 64)]
    directory = struct.pack("<Q", len(entries))
    for entry in entries:
        directory += struct.pack("<HHQQ", *entry)
    file = b"II" + struct.pack("<HHHQ", 43, 8, 0, 16) + directory + struct.pack("<Q", 0)
    return file + b"\0" * (4096 - len(file))


def pdf_with_count(count=BEYOND):
    """A PDF of some two hundred bytes that claims so many pages."""
    file = b"%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count "
    file += str(count).encode() + b">>\nendobj\n"
    place = len(file)
    return file + b"trailer\n<</Size 3/Root 1 0 R>>\nstartxref\n" + str(place).encode() + b"\n%%EOF\n"


def letter():
    """A sound PDF of one page with some lines of text."""
    text = b"BT /F1 14 Tf 72 720 Td 18 TL " + b" ".join(
        b"(Line %d of a letter that somebody has written.) Tj T*" % number for number in range(30)) + b" ET"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(text), text),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    file, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return file + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1, table, len(objects) + 1, len(file))


def jpeg(size):
    """What begins like a photo."""
    head = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffc0000b080010001001011100")
    return head + b"\0" * max(0, size - len(head))


def form(parts):
    """A multipart form: fields as (name, value), files as (name, value, media type)."""
    body = b""
    for part in parts:
        extra = f'; filename="file"\r\nContent-Type: {part[2]}' if len(part) > 2 else ""
        value = part[1] if isinstance(part[1], bytes) else part[1].encode()
        body += f'--limit\r\nContent-Disposition: form-data; name="{part[0]}"{extra}\r\n\r\n'.encode() + value + b"\r\n"
    return [("Content-Type", "multipart/form-data; boundary=limit")], body + b"--limit--\r\n"
