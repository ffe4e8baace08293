/**
 * Sends a request that changes something, like `fetch`, but never twice.
 *
 * Deno's `fetch` repeats a request if the connection breaks before the response, although the server may have executed the
 * request. A stream cannot be repeated, so the body is sent as a stream. HTTP/1.1 then uses chunked encoding. A request without
 * a body is sent by plain `fetch`.
 */
export const fetchOnce: typeof fetch = (input, init) => {
  if (init?.body === undefined || init.body === null) return fetch(input, init)
  const { headers, body } = new Request(input, init)
  return fetch(input, { ...init, headers, body: body?.pipeThrough(new TransformStream()) ?? null })
}
