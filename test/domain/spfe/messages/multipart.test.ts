import { describe, expect, it } from 'vitest';
import {
  MultipartError,
  readMultipart,
  writeMultipart,
} from '../../../../src/domain/spfe/messages/multipart.ts';

const ROOT = { id: 'root@x', contentType: 'text/xml; charset=utf-8', body: Buffer.from('<a/>') };
const partOf = (id: string, body: Buffer) => ({ id, contentType: 'application/xml', body });

const explain = (contentType: string, body: Buffer | string, most = 10) => {
  try {
    readMultipart(contentType, Buffer.from(body), most);
  } catch (error) {
    if (error instanceof MultipartError) return { message: error.message, isTruncated: error.isTruncated };
    throw error;
  }
  return 'accepted';
};

describe('a message of several parts', () => {
  it('is read as it was written, byte for byte', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_each, at) => at));
    const bodies = [
      bytes,
      Buffer.alloc(0),
      Buffer.from('\r\n'),
      Buffer.from('\r\n--other\r\n'),
      Buffer.from('--b\r\n'),
      Buffer.from('ends with a line\r\n'),
    ];
    const parts = bodies.map((body, at) => partOf(`p${at}`, body));
    const { contentType, body } = writeMultipart(ROOT, parts, 'boundary-1');
    const read = readMultipart(contentType, body, 10);
    expect(read.root).toEqual(ROOT);
    expect([...read.parts.values()]).toEqual(parts);
  });

  it('may have a preamble, other headers and blanks after its boundaries', () => {
    const body =
      'preamble\r\n--b  \r\ncontent-id: <1>\r\nX-Other: a\r\n\tb\r\n\r\none\r\n--b\r\nContent-ID: 2\r\n\r\ntwo\r\n--b--\r\nepilogue';
    const { root, parts } = readMultipart('Multipart/Related; start="<2>"; boundary=b', Buffer.from(body), 2);
    expect(root.body.toString()).toBe('two');
    expect(parts.get('1')?.body.toString()).toBe('one');
  });

  it('is refused as truncated wherever it ends too early', () => {
    const { contentType, body } = writeMultipart(ROOT, [partOf('p', Buffer.from('<b/>'))], 'boundary-1');
    const whole = body.length - '--\r\n'.length;
    for (let end = 'boundary-1'.length + 2; end < whole; end += 1)
      expect(explain(contentType, body.subarray(0, end))).toMatchObject({ isTruncated: true });
  });

  it.each([
    ['another type', 'text/xml', '--b--'],
    ['no boundary', 'multipart/related; type="text/xml"', '--b--'],
    ['a wrong boundary', 'multipart/related; boundary="b\n"', '--b--'],
    ['no part', 'multipart/related; boundary=b', '--b--'],
    [
      'no part that begins it',
      'multipart/related; boundary=b; start="<9>"',
      '--b\r\nContent-ID: 1\r\n\r\nx\r\n--b--',
    ],
    ['another boundary', 'multipart/related; boundary=c', '--b\r\n\r\nx\r\n--b--'],
    ['a part without a head', 'multipart/related; boundary=b', '--b\r\nx\r\n--b--'],
    [
      'a part in base64',
      'multipart/related; boundary=b',
      '--b\r\nContent-Transfer-Encoding: base64\r\n\r\neA==\r\n--b--',
    ],
    [
      'two parts of one name',
      'multipart/related; boundary=b',
      '--b\r\nContent-ID: 0\r\n\r\nx\r\n--b\r\nContent-ID: 1\r\n\r\nx\r\n--b\r\nContent-ID: 1\r\n\r\nx\r\n--b--',
    ],
  ])('is refused with %s', (_what, contentType, body) => {
    expect(explain(contentType, body)).toMatchObject({ isTruncated: false });
  });

  it('is refused with more parts than expected', () => {
    const parts = ['a', 'b', 'c'].map((id) => partOf(id, Buffer.from(id)));
    const { contentType, body } = writeMultipart(ROOT, parts, 'x');
    expect(explain(contentType, body, 3)).toBe('accepted');
    expect(explain(contentType, body, 2)).toMatchObject({
      message: expect.stringMatching(/more than 2 parts/),
    });
  });
});
