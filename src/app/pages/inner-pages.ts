import { paths } from '@/config/paths'
import { loadCarType } from '@/features/staff/car-types'
import { loadPeople } from '@/features/staff/people'
import { loadPromo } from '@/features/staff/promos'
import { loadSetup } from '@/features/staff/setup'
import { loadTariffTimes } from '@/features/staff/tariff-times'
import { formPage } from '../form-page'
import type { Page } from './page'

/** Pages that are not in the drawer: they are opened from one of the pages in the drawer. */
export const innerPages: readonly Page[] = [
  {
    name: 'setup',
    path: paths.setup,
    viewers: ['admin'],
    layout: 'portal',
    load: () => formPage(loadSetup)
  },
  {
    name: 'rider',
    path: paths.rider(':id'),
    viewers: ['admin'],
    layout: 'portal',
    load: () => formPage(loadPeople.rider)
  },
  {
    name: 'driver',
    path: paths.driver(':id'),
    viewers: ['admin', 'fleetadmin'],
    layout: 'portal',
    load: () => formPage(loadPeople.driver)
  },
  {
    name: 'fleetadmin',
    path: paths.fleetAdmin(':id'),
    viewers: ['admin'],
    layout: 'portal',
    load: () => formPage(loadPeople.fleetAdmin)
  },
  {
    name: 'admin',
    path: paths.admin(':id'),
    viewers: ['admin'],
    layout: 'portal',
    load: () => formPage(loadPeople.admin)
  },
  {
    name: 'cartype',
    path: paths.carType(':id'),
    viewers: ['admin'],
    layout: 'portal',
    load: () => formPage(loadCarType)
  },
  {
    name: 'tariff_times',
    path: paths.tariffTimes,
    viewers: ['admin'],
    layout: 'portal',
    load: () => formPage(loadTariffTimes)
  },
  {
    name: 'promo',
    path: paths.promo(':id'),
    viewers: ['admin'],
    layout: 'portal',
    load: () => formPage(loadPromo)
  },
  {
    name: 'language',
    path: paths.language(':id'),
    viewers: ['admin'],
    layout: 'portal',
    load: async () => (await import('@/features/staff/languages')).LanguagePage
  }
]
