import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import type { Role } from '@/entities/person'

/** The viewer of a page; a visitor is not signed in. */
export type Viewer = Role | 'visitor'

/** A page's texts. */
export interface PageFacts {
  /**
   * Its texts are `common:pages.<name>`, or `shell:pages.<name>` for a page only in the portal's drawer: a title, and a shorter
   * label for menus if needed.
   */
  name: string
  path: string
  /** Who may open it (spec section 2). Others are sent to sign in. */
  viewers: readonly Viewer[]
  /** Before the person is known it shows only impersonal content, as prerendered. */
  isEarly?: true
  /**
   * The page's frame. `map`: none, and the map persists between such pages. `site`: header and footer. `drive`: header and
   * driver's navigation. `portal`: the office with its drawer for staff, the site for others. `frame`: none, on another site's
   * page.
   */
  layout: 'map' | 'site' | 'drive' | 'portal' | 'frame'
  /** Search engines index it, in each language. */
  isIndexed?: true
  /** Whose site menu contains it. */
  menu?: readonly Viewer[]
}

/** A page of the router. */
export interface Page extends PageFacts {
  load: () => Promise<ComponentType>
}

export const signedIn: readonly Role[] = ['rider', 'driver', 'admin', 'fleetadmin']
export const anyone: readonly Viewer[] = ['visitor', ...signedIn]

/** A page's name in menus. */
export const labelOf = ({ name }: PageFacts, t: TFunction): string =>
  t(['label', 'title'].flatMap((part) => [`common:pages.${name}.${part}`, `shell:pages.${name}.${part}`]))
