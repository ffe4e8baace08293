import type { StoredUser } from '@/lib/auth-client'

export const isStaff = (role: string | null | undefined): boolean => role === 'admin' || role === 'fleetadmin'

/**
 * The key of a booking that is requested before its page loads. It contains the person's id, because people see different data
 * of a booking.
 */
export const earlyName = (id: string, reader: StoredUser) => ['booking', id, reader.id]
