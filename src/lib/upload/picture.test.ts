import { expect, it, vi } from 'vitest'
import { LOGO_EDGE, preparePicture } from './picture'

it.each([
  ['image/webp', LOGO_EDGE, 'image/png'],
  ['image/webp', 2048, 'image/webp'],
  ['image/jpeg', LOGO_EDGE, 'image/jpeg']
])(
  'a picture of type %s with an edge of %i px is stored as %s, so that receipts and icons can draw a logo',
  async (type, edge, stored) => {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 900, height: 300, close: () => {} }))
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, as) =>
      done(new Blob(['x'], { type: as ?? '' }))
    )
    expect((await preparePicture(new Blob(['x'], { type }), edge)).type).toBe(stored)
  }
)
