import { testCatalogue } from '../../testing/catalogue.ts'
import { COMMAND, FILES } from './catalogue.ts'

testCatalogue(FILES, COMMAND)
