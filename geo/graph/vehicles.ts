/** As what a firm's cars drive. A private hire car has none of the rights of taxis and public service vehicles. */
export const VEHICLES = ['taxi', 'private_hire'] as const
export type Vehicle = (typeof VEHICLES)[number]

/** What local law allows the cars in addition: `permit`, zones for permit holders; `bus`, lanes and streets for buses. */
export const RIGHTS = ['permit', 'bus'] as const
export type Right = (typeof RIGHTS)[number]
