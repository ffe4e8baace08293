import { BriefcaseBusiness, CarTaxiFront, type LucideIcon, ShieldCheck, UserRound } from 'lucide-react'
import { paths } from '@/config/paths'
import type { Role } from '@/entities/person'

/**
 * A kind of people in the portal, such as drivers. It contains everything that differs between the kinds: role, texts, paths,
 * icon and permission.
 */
export interface Kind {
  role: Role
  /** The prefix of the texts about this kind: `people:<name>.…`. */
  name: 'riders' | 'drivers' | 'fleetadmins' | 'alladmin'
  path: string
  pathOf: (id: string) => string
  icon: LucideIcon
  /** The permission that an admin needs for actions on people of this kind. */
  permission: 'people' | 'staff'
}

export const kinds: Record<Role, Kind> = {
  rider: {
    role: 'rider',
    name: 'riders',
    path: paths.riders,
    pathOf: paths.rider,
    icon: UserRound,
    permission: 'people'
  },
  driver: {
    role: 'driver',
    name: 'drivers',
    path: paths.drivers,
    pathOf: paths.driver,
    icon: CarTaxiFront,
    permission: 'people'
  },
  fleetadmin: {
    role: 'fleetadmin',
    name: 'fleetadmins',
    path: paths.fleetAdmins,
    pathOf: paths.fleetAdmin,
    icon: BriefcaseBusiness,
    permission: 'people'
  },
  admin: {
    role: 'admin',
    name: 'alladmin',
    path: paths.admins,
    pathOf: paths.admin,
    icon: ShieldCheck,
    permission: 'staff'
  }
}

/** Roles of admins (docs/use/staff.md). */
export const STAFF_ROLES = ['owner', 'finance', 'support', 'dispatcher'] as const
