/**
 * Returns a function that builds addresses of a provider's API.
 *
 * @param base beginning of every address, such as `https://api.example.com/v2/`
 */
export const urlsBelow = (base: string) => (path: string, query: Record<string, string> = {}): URL => {
  const url = new URL(base + path)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}
