import type { KeptPerson } from '@/lib/auth-client'

export const isStaff = (role: string | null | undefined): boolean => role === 'admin' || role === 'fleetadmin'

/** A booking's visible data depend on the person. */
export const earlyName = (id: string, reader: KeptPerson) => ['booking', id, reader.id]
