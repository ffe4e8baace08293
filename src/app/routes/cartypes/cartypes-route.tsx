import { CarTypePage, CarTypesPage } from '@/features/cartypes'
import { FormRulesProvider } from '../../form-rules'
import { Guard } from '../../layout/guard'

export function CarTypesRoute() {
  return (
    <Guard roles={['admin']}>
      <FormRulesProvider>
        <CarTypesPage />
      </FormRulesProvider>
    </Guard>
  )
}

export function CarTypeRoute() {
  return (
    <Guard roles={['admin']}>
      <FormRulesProvider>
        <CarTypePage />
      </FormRulesProvider>
    </Guard>
  )
}
