/** An answer of the host in a function's place, with its code in the body and in the header that hosted projects set. */
export function problem(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code, message }, { status, headers: { 'sb-error-code': code, ...headers } })
}
