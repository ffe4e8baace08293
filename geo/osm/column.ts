type TypedArray = Uint8Array | Int32Array | Uint32Array | Float32Array | Float64Array

/** A list of numbers in a typed array that doubles when it is full: a fraction of what an array of numbers takes. */
export class Column<A extends TypedArray> {
  length = 0
  #values: A
  readonly #type: new (
    buffer: ArrayBuffer
  ) => A

  constructor(type: new (buffer: ArrayBuffer) => A) {
    this.#type = type
    this.#values = new type(new ArrayBuffer(1 << 16))
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#resize(this.length * 2)
    this.#values[this.length++] = value
  }

  at(index: number): number {
    return this.#values[index] as number
  }

  set(index: number, value: number): void {
    this.#values[index] = value
  }

  /** Gives back the room for more, once all is there. */
  trim(): void {
    this.#resize(Math.max(1, this.length))
  }

  /** The numbers themselves, without room for more: the column is used up. */
  finish(): A {
    this.#resize(this.length)
    return this.#values
  }

  #resize(length: number): void {
    // `transfer` frees the old memory at once, which a collection later would not.
    this.#values = new this.#type(
      (this.#values.buffer as ArrayBuffer).transfer(length * this.#values.BYTES_PER_ELEMENT)
    )
  }
}
