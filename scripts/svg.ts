/** A text escaped for XML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A coordinate with one decimal place. */
export const round = (value: number): number => Math.round(value * 10) / 10

/** An SVG with its background (class `ground` of the style), and a title for screen readers. */
export function picture(size: { width: number; height: number }, title: string, style: string, body: string): string {
  const [width, height] = [Math.ceil(size.width), Math.ceil(size.height)]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<!-- Generated from the database by scripts/generate-types.ts; do not edit. -->
<style>${style}
</style>
<rect width="100%" height="100%" class="ground"/>
${body}
</svg>
`
}
