import { type ComponentType, lazy } from 'react'
import type { StaffPerson } from '@/entities/person'
import { loadAgain } from '@/lib/load-again'
import type { TabProps } from '../tabs/tab-props'
import type { Rights } from '../use-rights'

interface Tab {
  /** The value of the URL's parameter `tab`, and the key of the tab's texts. */
  id: string
  isOffered: (person: StaffPerson, rights: Rights) => boolean
  Panel: ComponentType<TabProps>
  /** True if the tab contains a table, which fills the remaining height. */
  fills?: true
}

const late = (load: () => Promise<ComponentType<TabProps>>) => lazy(async () => ({ default: await loadAgain(load) }))

const isDriver = ({ usertype }: StaffPerson) => usertype === 'driver'
const isStaff = ({ usertype }: StaffPerson) => usertype === 'admin'

/** The tabs of a person's page, in order. */
const tabs: readonly Tab[] = [
  {
    id: 'overview',
    isOffered: () => true,
    Panel: late(async () => (await import('../tabs/overview/overview-tab')).OverviewTab)
  },
  {
    id: 'trips',
    isOffered: (person) => !isStaff(person),
    Panel: late(async () => (await import('../tabs/trips-tab')).TripsTab),
    fills: true
  },
  {
    id: 'wallet',
    isOffered: (person, { canReadLedger }) => canReadLedger && !isStaff(person),
    Panel: late(async () => (await import('../tabs/wallet-tab')).WalletTab)
  },
  {
    id: 'documents',
    isOffered: (person, { isAdmin, isDesk }) => isDriver(person) && (isDesk || !isAdmin),
    Panel: late(async () => (await import('../tabs/documents/documents-tab')).DocumentsTab)
  },
  {
    id: 'dispatch',
    isOffered: isDriver,
    Panel: late(async () => (await import('../tabs/dispatch-tab')).DispatchTab)
  },
  {
    id: 'ratings',
    isOffered: ({ usertype }) => usertype === 'rider' || usertype === 'driver',
    Panel: late(async () => (await import('../tabs/ratings-tab')).RatingsTab)
  },
  {
    id: 'bank',
    isOffered: (person, { canReadBank }) => canReadBank && !isStaff(person),
    Panel: late(async () => (await import('../tabs/bank-tab')).BankTab)
  },
  {
    id: 'devices',
    isOffered: (_person, { isDesk }) => isDesk,
    Panel: late(async () => (await import('../tabs/devices-tab')).DevicesTab)
  },
  {
    id: 'audit',
    isOffered: (_person, { isAdmin }) => isAdmin,
    Panel: late(async () => (await import('../tabs/audit-tab')).AuditTab),
    fills: true
  }
]

export const tabsFor = (person: StaffPerson, rights: Rights): readonly Tab[] =>
  tabs.filter(({ isOffered }) => isOffered(person, rights))
