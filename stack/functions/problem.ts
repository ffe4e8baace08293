/**
 * The response that the stack returns in place of a function's, with its error code in the body and in the header of hosted
 * projects.
 */
export function problem(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code, message }, { status, headers: { 'sb-error-code': code, ...headers } })
}
