import { socialLinks } from '../../../src/entities/settings/social.ts'
import { logoOf, type Operator } from './operator.ts'

interface Facts {
  operator: Operator
  /** Address of the site, without a trailing slash. */
  origin: string
  area: string | null
  locale: string
}

type Thing = Record<string, unknown>

/** Returns an object without its empty fields. */
const known = (thing: Thing): Thing =>
  Object.fromEntries(Object.entries(thing).filter(([, value]) => value && (!Array.isArray(value) || value.length > 0)))

const kinds: Record<string, readonly (readonly [type: string, id: string, serviceType: string])[]> = {
  taxi: [['TaxiService', 'taxi', 'Taxi']],
  delivery: [['Service', 'parcels', 'Parcel delivery']]
}
const kindsOf = (category: string) => kinds[category] ?? Object.values(kinds).flat()

function companyOf({ operator, origin, area }: Facts): Thing {
  const address = operator.company_address.replace(/\s+/g, ' ').trim()
  return known({
    // Schema.org requires an address for a LocalBusiness. An operator without an address is an Organization.
    '@type': address ? 'LocalBusiness' : 'Organization',
    '@id': `${origin}/#company`,
    name: operator.company_name || operator.app_name,
    alternateName: operator.company_name ? operator.app_name : null,
    url: `${origin}/`,
    sameAs: [operator.company_website, ...socialLinks(operator).map(({ href }) => href)].filter(Boolean),
    telephone: operator.company_phone,
    email: operator.contact_email,
    address: address && { '@type': 'PostalAddress', streetAddress: address, addressCountry: operator.country },
    logo: logoOf(operator) ?? `${origin}/icon.svg`,
    areaServed: area,
    currenciesAccepted: address && operator.code
  })
}

/** Describes the operator as schema.org data, from the settings: the company and its services. */
export function describeCompany(facts: Facts): Thing {
  const { operator, origin, area, locale } = facts
  const provider = { '@id': `${origin}/#company` }
  const services = kindsOf(operator.app_category).map(([type, id, serviceType]) =>
    known({
      '@type': type,
      '@id': `${origin}/#${id}`,
      name: operator.app_name,
      serviceType,
      provider,
      areaServed: area
    })
  )
  const site = {
    '@type': 'WebSite',
    '@id': `${origin}/#site`,
    name: operator.app_name,
    url: `${origin}/`,
    inLanguage: locale,
    publisher: provider
  }
  return { '@context': 'https://schema.org', '@graph': [companyOf(facts), ...services, site] }
}

/**
 * Returns data as JSON in a script element that is not executed. A text of the operator cannot end the element or begin a
 * comment in it.
 */
export const dataScript = (data: Thing): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
