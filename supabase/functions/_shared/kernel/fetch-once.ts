/**
 * `fetch` for requests that change something: the server gets each of them once.
 *
 * Deno's `fetch` repeats a request if the connection breaks before the response, although the server may have executed it. It
 * cannot repeat a stream, so the body is sent as one; HTTP/1.1 then uses chunked encoding.
 */
export const fetchOnce: typeof fetch = (input, init) => {
  if (init?.body === undefined || init.body === null) return fetch(input, init)
  const { headers, body } = new Request(input, init)
  return fetch(input, { ...init, headers, body: body?.pipeThrough(new TransformStream()) ?? null })
}
