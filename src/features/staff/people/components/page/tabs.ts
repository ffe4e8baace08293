import { type ComponentType, lazy } from 'react'
import type { StaffPerson } from '@/entities/person'
import type { Rights } from '../../hooks/use-rights'
import type { TabProps } from '../tabs/tab-props'

interface Tab {
  /** The value of the URL's parameter `tab`, and the key of the tab's texts. */
  id: string
  isOffered: (person: StaffPerson, rights: Rights) => boolean
  Panel: ComponentType<TabProps>
  /** True if the tab contains a table, which fills the remaining height. */
  fills?: true
}

const isDriver = ({ usertype }: StaffPerson) => usertype === 'driver'
const isStaff = ({ usertype }: StaffPerson) => usertype === 'admin'

/** The tabs of a person's page, in order. */
const tabs: readonly Tab[] = [
  {
    id: 'overview',
    isOffered: () => true,
    Panel: lazy(() => import('../tabs/overview/overview-tab').then((part) => ({ default: part.OverviewTab })))
  },
  {
    id: 'trips',
    isOffered: (person) => !isStaff(person),
    Panel: lazy(() => import('../tabs/trips-tab').then((part) => ({ default: part.TripsTab }))),
    fills: true
  },
  {
    id: 'wallet',
    isOffered: (person, { canReadLedger }) => canReadLedger && !isStaff(person),
    Panel: lazy(() => import('../tabs/wallet-tab').then((part) => ({ default: part.WalletTab })))
  },
  {
    id: 'documents',
    isOffered: (person, { isAdmin, isDesk }) => isDriver(person) && (isDesk || !isAdmin),
    Panel: lazy(() => import('../tabs/documents/documents-tab').then((part) => ({ default: part.DocumentsTab })))
  },
  {
    id: 'dispatch',
    isOffered: isDriver,
    Panel: lazy(() => import('../tabs/dispatch-tab').then((part) => ({ default: part.DispatchTab })))
  },
  {
    id: 'ratings',
    isOffered: ({ usertype }) => usertype === 'rider' || usertype === 'driver',
    Panel: lazy(() => import('../tabs/ratings-tab').then((part) => ({ default: part.RatingsTab })))
  },
  {
    id: 'bank',
    isOffered: (person, { canReadBank }) => canReadBank && !isStaff(person),
    Panel: lazy(() => import('../tabs/bank-tab').then((part) => ({ default: part.BankTab })))
  },
  {
    id: 'devices',
    isOffered: (_person, { isDesk }) => isDesk,
    Panel: lazy(() => import('../tabs/devices-tab').then((part) => ({ default: part.DevicesTab })))
  },
  {
    id: 'audit',
    isOffered: (_person, { isAdmin }) => isAdmin,
    Panel: lazy(() => import('../tabs/audit-tab').then((part) => ({ default: part.AuditTab }))),
    fills: true
  }
]

export const tabsFor = (person: StaffPerson, rights: Rights): readonly Tab[] =>
  tabs.filter(({ isOffered }) => isOffered(person, rights))
