/** What a request of the TUS protocol says: whose rights it uses, the metadata of the upload, and sizes. */
import { type Call, type Context, needCaller } from './context.ts'
import { refusals } from './errors.ts'
import type { Target } from './rows.ts'
import { currentSigner } from './sign.ts'

/** The person whose rights an upload uses (the caller, or the signer of the URL), and whether it may replace an object. */
export interface Right {
  caller: Target['caller']
  owner: string | null
  upsert: boolean
}

export async function rightOf(context: Context, call: Call, isSigned: boolean, url: string): Promise<Right> {
  const { headers } = call.request
  if (isSigned) {
    const signature = headers.get('x-signature')
    if (!signature) throw refusals.invalidSignature('Missing x-signature header')
    const grant = await context.signer.verify(signature, url, 'upload')
    const caller = await currentSigner(context, grant.signer)
    return { caller, owner: grant.owner ?? null, upsert: grant.upsert ?? false }
  }
  const caller = needCaller(call)
  return { caller, owner: caller.sub ?? null, upsert: headers.get('x-upsert') === 'true' }
}

/** Parses the header Upload-Metadata: `key base64,key base64`. */
export function readMetadata(header: string): Map<string, string> {
  const pairs = header.split(',').map((pair) => pair.trim().split(' '))
  return new Map(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]))
}

export function readCount(headers: Headers, name: string): number {
  const text = headers.get(name) ?? ''
  const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(count)) throw refusals.tus(400, `${name} header required: a number of bytes`)
  return count
}
