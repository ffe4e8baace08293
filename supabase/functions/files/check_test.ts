import { assertEquals } from '@std/assert'
import { concat } from '@std/bytes/concat'
import type { CallService } from '../_shared/kernel/call-service.ts'
import { checkFiles } from './check.ts'
import { HEAD_BYTES, judge } from './content.ts'

const bytes = (text: string, length = text.length): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, index) => text.charCodeAt(index) || 0)

/** The beginning of a PNG of this size (px). */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const head = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 33)
  const view = new DataView(head.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return head
}

const jpeg = bytes('\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x11\x08\x01\x00\x02\x00\x03\x01\x22\x00\x02\x11\x01')
/** A JPEG with segments of notes before its size. */
const noted = (segments: number) => {
  const note = bytes('\xff\xe1\xff\xff', 65_537)
  return concat([jpeg.subarray(0, 2), ...Array.from({ length: segments }, () => note), jpeg.subarray(2)])
}
const html = bytes('<!doctype html><script>alert(1)</script>')
const svg = (inside: string) => bytes(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)

const cases: [string, Uint8Array, string, string | null][] = [
  ['a PNG', png(10, 10), 'image/png', null],
  ['a PNG without pixels', png(0, 10), 'image/png', 'wrong_content'],
  ['a PNG that unpacks to 400 million pixels', png(20_000, 20_000), 'image/png', 'too_many_pixels'],
  ['a PNG as JPEG', png(10, 10), 'image/jpeg', 'wrong_content'],
  ['a JPEG', jpeg, 'image/jpeg', null],
  ['a JPEG that ends before its size', jpeg.subarray(0, 8), 'image/jpeg', 'wrong_content'],
  ['a JPEG with half a megabyte of notes', noted(8), 'image/jpeg', null],
  ['a JPEG whose notes fill all that is read', noted(17).subarray(0, HEAD_BYTES), 'image/jpeg', 'wrong_content'],
  ['a WebP', bytes('RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x09\x40\x02\0', 40), 'image/webp', null],
  ['a WebP of an unknown kind', bytes('RIFF\0\0\0\0WEBPABCD', 40), 'image/webp', 'wrong_content'],
  ['HTML as a PNG', html, 'image/png', 'wrong_content'],
  ['HTML as a JPEG', html, 'image/jpeg', 'wrong_content'],
  ['HTML as a WebP', html, 'image/webp', 'wrong_content'],
  ['HTML as a PDF', html, 'application/pdf', 'wrong_content'],
  ['HTML as an SVG', html, 'image/svg+xml', 'wrong_content'],
  ['HTML as itself', html, 'text/html', 'wrong_content'],
  ['nothing', bytes(''), 'image/png', 'wrong_content'],
  ['a PDF', bytes('%PDF-1.7\n'), 'application/pdf', null],
  ['an SVG', svg('<path d="M0 0"/>'), 'image/svg+xml', null],
  [
    'an SVG with a declaration, comments, a gradient and a reference within it',
    bytes(`<?xml version="1.0" encoding="UTF-8"?>\n<!-- A cab - by us -->\n<svg xmlns='http://www.w3.org/2000/svg'
      xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1 1"><title>Cab &amp; van</title><defs><linearGradient id="a">
      <stop offset="0" stop-color="#fff"/></linearGradient></defs><path style="fill:url(#a)" d="M0 0"/>
      <use xlink:href="#a" /><g fill="url('#a')"></g></svg>\n`),
    'image/svg+xml',
    null,
  ],
  ['an SVG with a script', svg('<script>alert(1)</script>'), 'image/svg+xml', 'wrong_content'],
  ['an SVG with a handler', svg('<g onload="alert(1)"/>'), 'image/svg+xml', 'wrong_content'],
  [
    'an SVG with a script under a prefix',
    svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'),
    'image/svg+xml',
    'wrong_content',
  ],
  [
    'an SVG whose first element has a prefix',
    bytes('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'),
    'image/svg+xml',
    'wrong_content',
  ],
  [
    'an SVG with HTML under another namespace',
    svg('<g xmlns="http://www.w3.org/1999/xhtml"/>'),
    'image/svg+xml',
    'wrong_content',
  ],
  [
    'an SVG with a link in character references',
    svg('<a href="java&#115;cript:alert(1)"/>'),
    'image/svg+xml',
    'wrong_content',
  ],
  ['an SVG with character references', svg('<path d="&#77;0 0"/>'), 'image/svg+xml', 'wrong_content'],
  ['an SVG with an entity', bytes('<!DOCTYPE svg [<!ENTITY x "y">]><svg/>'), 'image/svg+xml', 'wrong_content'],
  ['an SVG with a style sheet', svg('<style>@import "//example.com"</style>'), 'image/svg+xml', 'wrong_content'],
  ['an SVG with a style that loads', svg('<g style="fill:url(//example.com/x)"/>'), 'image/svg+xml', 'wrong_content'],
  [
    'an SVG with a style that is spelled otherwise',
    svg('<g style="fill:u\\72l(//example.com)"/>'),
    'image/svg+xml',
    'wrong_content',
  ],
  [
    'an SVG with an animation',
    svg('<set attributeName="href" to="javascript:alert(1)"/>'),
    'image/svg+xml',
    'wrong_content',
  ],
  ['an SVG with another document inside it', svg('<foreignObject/>'), 'image/svg+xml', 'wrong_content'],
  [
    'an SVG with a processing instruction',
    svg('<?xml-stylesheet href="//example.com"?>'),
    'image/svg+xml',
    'wrong_content',
  ],
  ['an SVG with a handler after a slash', svg('<g/onload="alert(1)"/>'), 'image/svg+xml', 'wrong_content'],
  ['an SVG with a script in CDATA', svg('<![CDATA[<script>alert(1)</script>]]>'), 'image/svg+xml', 'wrong_content'],
  [
    'an SVG with a script behind a false comment',
    svg('<!-- -- ><script>alert(1)</script> -->'),
    'image/svg+xml',
    'wrong_content',
  ],
  [
    'an SVG in another encoding',
    bytes('<?xml version="1.0" encoding="utf-7"?><svg/>'),
    'image/svg+xml',
    'wrong_content',
  ],
  ['an SVG with a base elsewhere', svg('<use xml:base="//example.com" href="#a"/>'), 'image/svg+xml', 'wrong_content'],
  ['an SVG that loads from elsewhere', svg('<image href="https://example.com/x"/>'), 'image/svg+xml', 'wrong_content'],
]
for (const [name, head, type, expected] of cases) {
  Deno.test(`${name} is ${expected ? `refused as ${expected}` : 'accepted'}`, () =>
    assertEquals(judge(head, type), expected))
}

const due = {
  id: 1,
  bucket: 'users',
  path: 'a b/license-1',
  mark: 'm',
  size: 40,
  mimetype: 'image/png' as string | null,
  types: ['image/png', 'application/pdf'],
  most_bytes: 100,
}

/** Runs the check of one file over a Storage that answers with these bytes. */
async function checkOne(file: typeof due, answer: () => Response) {
  const asked: string[] = []
  const finished: unknown[] = []
  const callService: CallService = (path) => {
    asked.push(path)
    return Promise.resolve(answer())
  }
  const rpc = <Result>(name: string, args: Record<string, unknown>): Promise<Result> => {
    if (name === 'finish_file_check') finished.push(args)
    return Promise.resolve((name === 'take_file_checks' ? [file] : null) as Result)
  }
  const checked = await checkFiles({ database: { rpc }, callService })
  return { asked, finished, checked }
}

Deno.test('a file is read by its address and its result reported', async () => {
  const { asked, finished, checked } = await checkOne(due, () => new Response(png(10, 10)))
  assertEquals(asked, ['/storage/v1/object/authenticated/users/a%20b/license-1'])
  assertEquals([finished, checked], [[{ id: 1, mark: 'm', reason: null }], 1])
})

Deno.test('of a large file only the beginning is read', async () => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      controller.enqueue(sent === 1 ? png(10, 10) : new Uint8Array(65_536))
    },
  })
  const { finished } = await checkOne(due, () => new Response(endless))
  assertEquals(finished, [{ id: 1, mark: 'm', reason: null }])
})

Deno.test('a file that is too large or of a type that the bucket does not admit is refused unread', async () => {
  const unread = () => {
    throw new Error('read')
  }
  for (
    const [change, reason] of [
      [{ size: 101 }, 'too_large'],
      [{ mimetype: 'text/html' }, 'wrong_type'],
      [{ mimetype: null }, 'wrong_type'],
      [{ path: 'a/profileImage', mimetype: 'application/pdf' }, 'wrong_type'],
    ] as const
  ) {
    const { finished } = await checkOne({ ...due, ...change }, unread)
    assertEquals(finished, [{ id: 1, mark: 'm', reason }])
  }
})

Deno.test('a file that Storage does not send now gets no result', async () => {
  const { error } = console
  console.error = () => {}
  const { finished, checked } = await checkOne(due, () => new Response('', { status: 503 })).finally(() => {
    console.error = error
  })
  assertEquals([finished, checked], [[], 0])
})
