import { lazy } from 'react'
import { loadAgain } from '@/lib/load-again'
import { drawLate } from './draw-late'

/** What edits a cell, which loads when a cell is first edited. */

const loadEditor = () => loadAgain(() => import('./cell-editor'))
const LateEditor = lazy(async () => ({ default: (await loadEditor()).CellEditorField }))
const LateNote = lazy(async () => ({ default: (await loadEditor()).NotedCell }))

type EditorProps<Row> = Parameters<typeof import('./cell-editor').CellEditorField<Row>>[0]
type NoteProps = Parameters<typeof import('./cell-editor').NotedCell>[0]

/** Starts loading {@link CellEditorField} and {@link NotedCell}. */
export const preloadEditor = (): void => void loadEditor().catch(() => {})

export const CellEditorField = <Row,>(props: EditorProps<Row>) =>
  drawLate(LateEditor, props, <div className="h-7 max-sm:h-11" />)

export const NotedCell = (props: NoteProps) => (props.note ? drawLate(LateNote, props, props.children) : props.children)
