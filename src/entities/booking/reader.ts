import type { KeptPerson } from '@/lib/auth-client'

export const isStaff = (role: string | null | undefined): boolean => role === 'admin' || role === 'fleetadmin'

/** What a person sees of a booking is theirs. */
export const earlyName = (id: string, reader: KeptPerson) => ['booking', id, reader.id]
