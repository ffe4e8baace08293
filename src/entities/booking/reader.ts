import type { StoredUser } from '@/lib/session/auth-client'

export const isStaff = (role: string | null | undefined): boolean => role === 'admin' || role === 'fleetadmin'

/**
 * The cache key under which a booking is requested before the code of its page has loaded. It contains the person's id, because
 * people see different data of a booking.
 */
export const earlyName = (id: string, reader: StoredUser) => ['booking', id, reader.id]
