import { saveFile } from '@/lib/files/save-file'
import type { JsonError } from './json'
import { parseObject } from './json'
import { textsOfFile, toJson } from './rows'

/** Maximum size of a file (bytes): larger than a complete translation. */
const LARGEST_BYTES = 2_000_000

/** Downloads texts as a JSON file. */
export function downloadTexts(locale: string, texts: Record<string, string>): void {
  saveFile(new Blob([toJson(texts)], { type: 'application/json' }), `texts-${locale}.json`)
}

export type ReadFile = { texts: Record<string, string> } | { error: JsonError | 'too_large' }

/** Reads the texts of a chosen JSON file, or returns why the file cannot be used. */
export async function readTexts(file: File): Promise<ReadFile> {
  if (file.size > LARGEST_BYTES) return { error: 'too_large' }
  const read = parseObject(await file.text())
  return 'error' in read ? read : { texts: textsOfFile(read.value) }
}
