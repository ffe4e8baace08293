import type { ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

/** The frame of the site's pages without a map: header, content, footer. */
export function PageLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <div className="flex min-h-svh flex-col">
      <SiteHeader />
      <div className="flex-1">{children}</div>
      <SiteFooter />
    </div>
  )
}
