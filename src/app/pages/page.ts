import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import type { wordsFor } from '@/config/offer'
import type { Role } from '@/entities/person'
import { elsewhere } from '@/lib/texts/elsewhere'

/** Who views a page: a role, or a visitor, who is not signed in. */
export type Viewer = Role | 'visitor'

/** Facts about a page that are available without loading the page's code. */
export interface PageFacts {
  /**
   * The page's name in the keys of its texts, which are its title and an optional, shorter label for menus. The keys begin with
   * `common:pages.<name>`, or with `shell:pages.<name>` if the page is only in the portal's drawer.
   */
  name: string
  path: string
  /** Who may open the page (section 2 of the specification). Other people are redirected to the sign-in page. */
  viewers: readonly Viewer[]
  /** True if the page may be shown before it is known who is signed in. It then shows no personal data. */
  isEarly?: true
  /**
   * The layout around the page:
   *
   * - `map`: no layout. These pages share one map, which stays when the person opens another of these pages.
   * - `site`: the site's header and footer.
   * - `drive`: the site's header and the driver's navigation.
   * - `portal`: for staff the portal with its drawer, for other people as `site`.
   * - `frame`: no layout. Other sites show the page in a frame (iframe).
   */
  layout: 'map' | 'site' | 'drive' | 'portal' | 'frame'
  /** True if search engines may index the page. They index it once for each language. */
  isIndexed?: true
  /**
   * True for a page of texts about the site. The footer links it, the build prerenders it, and the stories look at it.
   */
  isText?: true
  /** The source file of a page of texts with a chunk of its own; its HTML then preloads this chunk. */
  source?: string
  /** The viewers whose site menu contains the page. */
  menu?: readonly Viewer[]
}

/** A page with a function that loads its code. */
export interface Page extends PageFacts {
  load: () => Promise<ComponentType>
}

export const signedIn: readonly Role[] = ['rider', 'driver', 'admin', 'fleetadmin']
export const anyone: readonly Viewer[] = ['visitor', ...signedIn]

/** Returns a page's label in menus: its short label if it has one, otherwise its title. */
export const labelOf = ({ name }: PageFacts, t: TFunction, offer: ReturnType<typeof wordsFor> = {}): string =>
  t(
    ['label', 'title'].flatMap((part) => ['common', 'shell'].map((one) => elsewhere(one, `pages.${name}.${part}`))),
    offer
  )
