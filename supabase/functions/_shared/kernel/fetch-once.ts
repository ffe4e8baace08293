/**
 * `fetch` for requests that change something: the server gets each of them once.
 *
 * Deno's own `fetch` sends a request again when the connection breaks before an answer, though the server may have done
 * what was asked. It cannot repeat a stream, so a body goes as one, which HTTP/1.1 sends in chunks.
 */
export const fetchOnce: typeof fetch = (input, init) => {
  if (init?.body === undefined || init.body === null) return fetch(input, init)
  const { headers, body } = new Request(input, init)
  return fetch(input, { ...init, headers, body: body?.pipeThrough(new TransformStream()) ?? null })
}
