/**
 * A function that returns whether a value has a certain shape. Data in the browser's storage are checked, because they may come
 * from an older version or have been edited. Pages that need no other checks use the functions of this file, so that they need
 * not load zod (8 kB).
 */
type Shape = (value: unknown) => boolean

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const text: Shape = (value) => typeof value === 'string'
export const figure: Shape = (value) => typeof value === 'number'
export const flag: Shape = (value) => typeof value === 'boolean'
export const uuid: Shape = (value) => typeof value === 'string' && uuidPattern.test(value)

export const oneOf =
  (...values: readonly unknown[]): Shape =>
  (value) =>
    values.includes(value)

export const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value)

/** Accepts what `shape` accepts, and undefined. */
export const maybe =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || shape(value)

export const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Accepts an object with any keys if all its values have the given shape. */
export const recordOf =
  (shape: Shape): Shape =>
  (value) =>
    isObject(value) && Object.values(value).every(shape)

/** Accepts an object that has at least these properties. */
export const shaped =
  <T>(parts: Record<keyof T, Shape>) =>
  (value: unknown): value is T =>
    isObject(value) && Object.entries<Shape>(parts).every(([name, shape]) => shape(value[name]))
