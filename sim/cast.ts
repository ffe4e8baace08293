/** The kinds of car of the demo company, by the names of its car types. */
export const kinds = ['Cab', 'Estate', 'Van', 'Premium', 'Courier', 'Parcel van'] as const
export type Kind = (typeof kinds)[number]

export interface Role {
  email: string
  job: 'driver' | 'rider'
}

export interface DriverRole extends Role {
  job: 'driver'
  kind: Kind
}

/**
 * Simulated drivers by their kind of car: the number 2 stands for the account driver2@ of supabase/seed.sql. The accounts
 * driver@, rider@, fleet@ and admin@ are not simulated: people use them to try the product.
 */
const garage: Record<Kind, number[]> = {
  Cab: [2, 6, 7, 9, 11, 13, 17, 18, 21, 24, 26, 28, 29],
  Estate: [3, 8, 14, 19, 25, 30],
  Van: [4, 15, 23],
  Premium: [10, 20],
  Courier: [5, 12, 22],
  'Parcel van': [16, 27]
}

export const driverRoles: DriverRole[] = kinds
  .flatMap((kind) => garage[kind].map((n) => ({ n, kind })))
  .sort((a, b) => a.n - b.n)
  .map(({ n, kind }) => ({ email: `driver${n}@hackney.test`, job: 'driver', kind }))

export const riderRoles: Role[] = Array.from({ length: 39 }, (_, index) => ({
  email: `rider${index + 2}@hackney.test`,
  job: 'rider'
}))

/** Per kind of car: how many drivers simulated riders leave free, so that people who try the product always find one. */
export const reserve: Record<Kind, number> = { Cab: 3, Estate: 2, Van: 1, Premium: 1, Courier: 1, 'Parcel van': 1 }
