const networks = [
  { name: 'facebook', base: 'https://www.facebook.com/', field: 'facebook_handle' },
  { name: 'twitter', base: 'https://x.com/', field: 'twitter_handle' },
  { name: 'instagram', base: 'https://www.instagram.com/', field: 'instagram_handle' }
] as const

export interface SocialLink {
  name: (typeof networks)[number]['name']
  /** The operator's name in the network, or the URL of their page, as entered. */
  handle: string
  href: string
}

/** Links to the operator's pages in social networks; networks that are not set are left out. */
export function socialLinks(settings: Record<(typeof networks)[number]['field'], string>): SocialLink[] {
  return networks.flatMap(({ name, base, field }) => {
    const handle = settings[field]
    const href = /^https?:/.test(handle) ? handle : `${base}${handle.replace(/^@/, '')}`
    return handle ? [{ name, handle, href }] : []
  })
}
