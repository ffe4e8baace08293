import { type ComponentType, lazy } from 'react'

/** React's `lazy` for a component with a type parameter, such as the row of a table, which the type of `lazy` loses. */
export const lazyGeneric = <Part>(load: () => Promise<Part>): Part =>
  lazy(async () => ({ default: (await load()) as ComponentType<object> })) as unknown as Part
