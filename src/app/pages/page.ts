import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import type { Role } from '@/entities/person'

/** Who views a page: a role, or a visitor, who is not signed in. */
export type Viewer = Role | 'visitor'

/** Facts about a page that need none of its code. */
export interface PageFacts {
  /**
   * The page's name, by which its texts are found: `common:pages.<name>`, or `shell:pages.<name>` for a page only in the
   * portal's drawer. They are a title, and a shorter label for menus if needed.
   */
  name: string
  path: string
  /** Who may open the page (section 2 of the specification). Others are sent to sign in. */
  viewers: readonly Viewer[]
  /** True if the page may be shown before it is known who is signed in: it then shows no personal data, as when prerendered. */
  isEarly?: true
  /**
   * The frame around the page. `map`: none, and the map stays between such pages. `site`: header and footer. `drive`: header
   * and the driver's navigation. `portal`: the portal with its drawer for staff, the site for others. `frame`: none; the page
   * is shown in a frame on another site.
   */
  layout: 'map' | 'site' | 'drive' | 'portal' | 'frame'
  /** True if search engines may index the page, in each language. */
  isIndexed?: true
  /** The viewers whose site menu contains the page. */
  menu?: readonly Viewer[]
}

/** A page of the router. */
export interface Page extends PageFacts {
  load: () => Promise<ComponentType>
}

export const signedIn: readonly Role[] = ['rider', 'driver', 'admin', 'fleetadmin']
export const anyone: readonly Viewer[] = ['visitor', ...signedIn]

/** A page's label in menus. */
export const labelOf = ({ name }: PageFacts, t: TFunction): string =>
  t(['label', 'title'].flatMap((part) => [`common:pages.${name}.${part}`, `shell:pages.${name}.${part}`]))
