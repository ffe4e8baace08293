import type { StoredUser } from '@/lib/auth-client'

export const isStaff = (role: string | null | undefined): boolean => role === 'admin' || role === 'fleetadmin'

/** A booking's visible data depend on the person. */
export const earlyName = (id: string, reader: StoredUser) => ['booking', id, reader.id]
