import type { ComponentProps } from 'react'
import { SecondFactorPage } from '@/features/common/second-factor'
import { PageLayout } from '../../layout/page-layout'

/** The page of the second factor in the site's frame. */
export function SecondFactorRoute(props: ComponentProps<typeof SecondFactorPage>) {
  return (
    <PageLayout>
      <SecondFactorPage {...props} />
    </PageLayout>
  )
}
