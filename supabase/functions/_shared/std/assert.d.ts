declare module '@std/assert' {
  // deno-lint-ignore no-explicit-any
  type ErrorClass<E extends Error> = abstract new (...args: any[]) => E

  export function assert(expr: unknown, msg?: string): asserts expr
  /** Checks that two values are deeply equal; `undefined` is not the same as a missing property. */
  export function assertEquals<Value>(actual: Value, expected: Value, msg?: string): void
  export function assertMatch(actual: string, expected: RegExp, msg?: string): void
  /** @param msgIncludes part of the error's message */
  export function assertThrows<E extends Error>(
    fn: () => unknown,
    ErrorClass: ErrorClass<E>,
    msgIncludes?: string,
    msg?: string,
  ): E
  export function assertThrows(fn: () => unknown, msg?: string): unknown
  /** @param msgIncludes part of the error's message */
  export function assertRejects<E extends Error>(
    fn: () => PromiseLike<unknown>,
    ErrorClass: ErrorClass<E>,
    msgIncludes?: string,
    msg?: string,
  ): Promise<E>
  export function assertRejects(fn: () => PromiseLike<unknown>, msg?: string): Promise<unknown>
}
