import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import type { Role } from '@/entities/person'

/** Who looks at a page; a visitor has not signed in. */
export type Viewer = Role | 'visitor'

/** What is said of a page. */
export interface PageFacts {
  /**
   * Its words are `common:pages.<name>`, or `shell:pages.<name>` for a page that only the portal's drawer leads to: a title,
   * and a label where menus call it something shorter.
   */
  name: string
  path: string
  /** Who may be there (spec section 2). Everyone else is sent to sign in. */
  viewers: readonly Viewer[]
  /** Before it is known who is here it shows what holds nothing of anybody's, as the build paints it. */
  isEarly?: true
  /**
   * What stands around it. `map`: nothing, and the map goes on from one such page to the next. `site`: header and footer.
   * `drive`: header and the way between a driver's pages. `portal`: the office with its drawer for staff, the site for everyone else. `frame`: nothing, on another site's page.
   */
  layout: 'map' | 'site' | 'drive' | 'portal' | 'frame'
  /** Search engines keep it, in each language. */
  isIndexed?: true
  /** Whose menu of the site offers it. */
  menu?: readonly Viewer[]
}

/** A page that the router shows. */
export interface Page extends PageFacts {
  load: () => Promise<ComponentType>
}

export const signedIn: readonly Role[] = ['rider', 'driver', 'admin', 'fleetadmin']
export const anyone: readonly Viewer[] = ['visitor', ...signedIn]

/** What menus call a page. */
export const labelOf = ({ name }: PageFacts, t: TFunction): string =>
  t(['label', 'title'].flatMap((part) => [`common:pages.${name}.${part}`, `shell:pages.${name}.${part}`]))
