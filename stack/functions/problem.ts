/**
 * Returns an error response of the stack, for a function that cannot respond. As in hosted projects, the error code is in the
 * body and in the header `sb-error-code`.
 */
export function problem(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code, message }, { status, headers: { 'sb-error-code': code, ...headers } })
}
