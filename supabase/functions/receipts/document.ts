import { PDFDocument, type PDFImage } from 'pdf-lib'
import type { Writer } from '../_shared/messages/sent.ts'
import { written } from '../_shared/phone/written.ts'
import type { Company, ReceiptDocument } from './contract.ts'
import { drawPaper } from './paper.ts'
import { Sheet } from './pdf/sheet.ts'
import { fill, type Reader, readerOf } from './words.ts'

/** Embeds the logo into the PDF; returns null if there is no logo or the bytes are not a readable PNG or JPEG. */
export async function embedLogo(pdf: PDFDocument, bytes: Uint8Array | null): Promise<PDFImage | null> {
  try {
    if (bytes?.[0] === 0x89) return await pdf.embedPng(bytes)
    if (bytes?.[0] === 0xff) return await pdf.embedJpg(bytes)
  } catch (error) {
    console.error(`receipts: the logo cannot be read: ${String(error)}`)
  }
  return null
}

/** Draws the company's contact and the page number at the foot of every page, and returns the PDF's bytes. */
export async function savePdf(
  pdf: PDFDocument,
  sheet: Sheet,
  reader: Reader,
  company: Company['company'],
): Promise<Uint8Array> {
  const contact = [company.name || company.app_name, company.website, company.email, written(company.phone)].filter(
    Boolean,
  )
  sheet.foot((page) => ({
    start: contact.join(' · '),
    end: fill(reader.words.page, { page: String(page), pages: String(sheet.pages) }),
  }))
  await sheet.finish()
  return await pdf.save()
}

/**
 * Returns a receipt and its credit notes as a PDF, in the language of the receipt. The same content gives the same bytes.
 *
 * @param logo PNG or JPEG; null to print the app's name instead
 * @param writer the firm's own texts and its default language
 */
export async function makePdf(
  papers: readonly [ReceiptDocument, ...ReceiptDocument[]],
  logo: Uint8Array | null,
  writer?: Writer,
) {
  const [first] = papers
  const { company } = first.content
  const reader = readerOf(first.lang, first.content.money, writer)
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.setTitle(`${reader.words.title.receipt} ${first.number}`, { showInWindowTitleBar: true })
  pdf.setAuthor(company.name || company.app_name)
  pdf.setLanguage(reader.language)
  pdf.setCreationDate(new Date(first.issued_at))
  const picture = await embedLogo(pdf, logo)
  const sheet = new Sheet(pdf, reader.isRtl)
  for (const paper of papers) drawPaper(sheet, paper, reader, picture)
  return await savePdf(pdf, sheet, reader, company)
}
