import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Spinner } from '@/components/ui/spinner'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { isTooLong } from '@/lib/typing/text-limit'
import type { NewRow } from './types'
import type { TableModel } from './use-data-table'

interface NewRowLineProps<Row> {
  model: TableModel<Row>
  newRow: NewRow
}

/** A line for adding rows one after the other. After each one, a list with pages shows its last page, where the new row is. */
export function NewRowLine<Row>({ model, newRow }: NewRowLineProps<Row>) {
  const errorText = useErrorText()
  const [text, setText] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const adding = useCommand((name: string, clientKey: string) => newRow.add(name, clientKey), {
    onDone: async (_answer, added) => {
      // Clears the field, unless the person is already typing the next row.
      setText((now) => (now.trim() === added ? '' : now))
      input.current?.focus()
      await model.rows.refresh()
      model.pager?.openRow(model.pager.count)
    }
  })
  // The text of the row that is being saved. A fast typist submits the next row meanwhile; `isNextSent` notes that.
  const sent = useRef<string | null>(null)
  const isNextSent = useRef(false)
  const send = async (name: string, form: HTMLFormElement) => {
    if (sent.current !== null) {
      isNextSent.current = name !== sent.current
      return
    }
    sent.current = name
    await adding.run(name)
    sent.current = null
    if (!isNextSent.current) return
    isNextSent.current = false
    form.requestSubmit()
  }
  const problem = isEmpty ? newRow.required : adding.error
  return (
    <form
      noValidate
      className="flex shrink-0 items-start gap-2 border-b border-line bg-card px-4 py-3 md:px-6"
      onSubmit={(event) => {
        event.preventDefault()
        const name = text.trim()
        setEmpty(name === '')
        if (name !== '' && !isTooLong(name, newRow.limit)) void send(name, event.currentTarget)
        else input.current?.focus()
      }}
    >
      <Field
        label={newRow.label}
        isDense
        error={problem ? errorText(problem) : null}
        limit={{ text, of: newRow.limit }}
        className="min-w-0 flex-1 md:max-w-xl"
      >
        {(control) => (
          <Input
            {...control}
            ref={input}
            dir="auto"
            autoComplete="off"
            className="md:h-9 md:text-sm"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setEmpty(false)
            }}
          />
        )}
      </Field>
      {/* The button is never `busy`: a busy button would also stop Enter from submitting the next row. */}
      <Button type="submit" variant="accent" className="mt-6.5 h-11 md:h-9">
        {adding.busy ? <Spinner className="size-4" /> : <Plus aria-hidden />}
        {newRow.button}
      </Button>
    </form>
  )
}
