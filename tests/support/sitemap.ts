import type { APIRequestContext } from '@playwright/test'

/** The paths of all pages that search engines may list, from the site's own list. */
export async function listedPaths(request: APIRequestContext, web = ''): Promise<string[]> {
  const sitemap = await (await request.get(`${web}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  // Each page is listed once in each language.
  return paths.filter((path) => path.startsWith('/en/')).map((path) => path.slice('/en'.length))
}
