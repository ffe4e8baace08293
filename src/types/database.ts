// Generated from the database by scripts/generate-types.ts; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

/** Arguments with which the call that returned a page of a list returns the next page; null after the last page. */
export type NextPage = Record<string, string> | null

export type Page<Row> = { rows: Row[]; next: NextPage }

export type Database = {
  public: {
    Tables: {
      /** Reads of conversations, bank details, bookings' addresses or people by staff. Append-only, except that a list's counts grow for ten minutes. */
      access_log: {
        Row: {
          /** The staff member who read; no foreign key, because the log outlives accounts. */
          actor_id: string
          at: string
          id: number
          /** Number of these reads that found nothing or were refused by the read limit: also such an answer tells something. */
          misses: number
          /** Number of rows returned; for a list, the sum of its reads within ten minutes. */
          row_count: number
          /** Whose data was read: the chat's booking (of messages with the desk: the driver), the owner of the bank details, or the requested booking or person; null for a list. */
          subject_id: string | null
          /** Kind of data read: chat (also messages between desk and drivers, and cases), bank_details, withdrawals (with the account that receives the money), addresses (of bookings), contacts (of bookings: whole numbers, recipients and notes, as in files), saved_addresses (of a caller on the telephone), people, bank_lines (lines of bank statements), or documents (pictures of a driver's papers). */
          what: string
        }
        Insert: {
          actor_id: string
          at?: string
          id?: never
          misses?: number
          row_count: number
          subject_id?: string | null
          what: string
        }
        Update: {
          actor_id?: string
          at?: string
          id?: never
          misses?: number
          row_count?: number
          subject_id?: string | null
          what?: string
        }
        Relationships: []
      }
      /** Requests of one admin (or of staff that reads rows) that another admin must decide. Requests without a decision expire after seven days. */
      approvals: {
        Row: {
          /** Amount of money (of a fare: the right price; of cash: what counts), or number of rows for an export; null for bank_release. */
          amount: number | null
          client_key: string
          decided_at: string | null
          /** The second person, who approved or rejected. */
          decided_by: string | null
          id: string
          /** What is requested: credit, refund, reversal (of a decision about money), fare (a correction), cash (how much a driver collected), extra (a toll for the operator to pay), payout, bank_release (end of a payout's wait), write_off or export (reading rows beyond the limit). */
          kind: string
          /** The reason given by the person who requested. The reason of a rejection is in the audit log. */
          reason: string | null
          requested_at: string
          /** The person who requested. */
          requested_by: string
          /** pending, approved (and executed in the same transaction) or rejected. */
          status: string
          /** What the request is about: a person (credit, bank_release, write_off of a wallet; for export the person who requested), a booking (refund, fare, write_off, cash), an extra (extra), a decision about money (reversal), a provider event (write_off of its money) or a withdrawal (payout). */
          target_id: string
          /** The person who gets the money, owes it, or wants to read the rows. */
          user_id: string
        }
        Insert: {
          amount?: number | null
          client_key: string
          decided_at?: string | null
          decided_by?: string | null
          id?: string
          kind: string
          reason?: string | null
          requested_at?: string
          requested_by: string
          status?: string
          target_id: string
          user_id: string
        }
        Update: {
          amount?: number | null
          client_key?: string
          decided_at?: string | null
          decided_by?: string | null
          id?: string
          kind?: string
          reason?: string | null
          requested_at?: string
          requested_by?: string
          status?: string
          target_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'approvals_decided_by_fkey'
            columns: ['decided_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'approvals_requested_by_fkey'
            columns: ['requested_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'approvals_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** One row per change by an admin: who, what was done, and the values before and after. Append-only. */
      audit_log: {
        Row: {
          /** What was done: insert, update or delete for a table, or the verb of a function: assign_driver, approve, … */
          action: string
          /** The person who made the change; no foreign key, because the log outlives accounts. Null: the service role or the system. */
          actor_id: string | null
          /** The role of that person at that time: admin, fleetadmin, driver, rider, service_role or system. */
          actor_role: string
          /** Values after the change, masked in the same way as the values before it. */
          after: Json | null
          at: string
          /** Values before the change. Names, contacts, bank numbers and codes are masked, because the log must not contain secrets or personal data. */
          before: Json | null
          id: number
          /** What was changed, usually the name of a table. */
          target: string
          target_id: string | null
        }
        Insert: {
          action: string
          actor_id?: string | null
          actor_role: string
          after?: Json | null
          at?: string
          before?: Json | null
          id?: never
          target: string
          target_id?: string | null
        }
        Update: {
          action?: string
          actor_id?: string | null
          actor_role?: string
          after?: Json | null
          at?: string
          before?: Json | null
          id?: never
          target?: string
          target_id?: string | null
        }
        Relationships: []
      }
      /** Balance of the operator's account at the end of a day, according to the bank. */
      bank_balances: {
        Row: {
          /** Closing balance of the bank statement. */
          balance: number
          /** Date of the balance, according to the bank. */
          day: string
          imported_at: string
        }
        Insert: { balance: number; day: string; imported_at?: string }
        Update: { balance?: number; day?: string; imported_at?: string }
        Relationships: []
      }
      /** Bank account to which a person's withdrawals are paid. Only the person and admins can read it; fleet admins cannot. */
      bank_details: {
        Row: {
          /** IBAN or account number, in upper case. */
          bank_account: string
          /** BIC or sort code; empty if the account number is enough. */
          bank_code: string
          /** Name of the bank. */
          bank_name: string
          updated_at: string
          user_id: string
        }
        Insert: { bank_account: string; bank_code?: string; bank_name: string; updated_at?: string; user_id: string }
        Update: { bank_account?: string; bank_code?: string; bank_name?: string; updated_at?: string; user_id?: string }
        Relationships: [
          {
            foreignKeyName: 'bank_details_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Lines of bank statements, unique by the bank's reference, and what each was matched with. */
      bank_lines: {
        Row: {
          /** Amount of the line; positive: incoming money, negative: outgoing. */
          amount: number
          /** The admin who assigned the line. */
          assigned_by: string | null
          /** The bank's date of booking. */
          booked_on: string
          /** Currency as given by the bank. */
          currency: string
          end_to_end_id: string | null
          id: number
          imported_at: string
          /** The admin who imported the statement. */
          imported_by: string | null
          /** Name of the other party, as given by the bank. */
          name: string | null
          /** Text of the line, as given by the bank. */
          note: string | null
          /** What the line was matched with. withdrawal: it completed a withdrawal; provider_payout: a payment provider paid out (or took back) money; tax: a tax remittance that was booked before; assigned: matched by staff. The other outcomes moved no money: already_paid (the withdrawal was completed manually before), amount_differs, currency_differs, withdrawal_closed (the withdrawal was rejected, or already paid by another line), unmatched. */
          outcome: string
          /** The payment provider that paid out. */
          provider: string | null
          /** The bank's reference of the line. Because it is unique, importing a statement twice changes nothing. */
          reference: string
          transaction_id: number | null
          withdrawal_id: string | null
        }
        Insert: {
          amount: number
          assigned_by?: string | null
          booked_on: string
          currency: string
          end_to_end_id?: string | null
          id?: never
          imported_at?: string
          imported_by?: string | null
          name?: string | null
          note?: string | null
          outcome: string
          provider?: string | null
          reference: string
          transaction_id?: number | null
          withdrawal_id?: string | null
        }
        Update: {
          amount?: number
          assigned_by?: string | null
          booked_on?: string
          currency?: string
          end_to_end_id?: string | null
          id?: never
          imported_at?: string
          imported_by?: string | null
          name?: string | null
          note?: string | null
          outcome?: string
          provider?: string | null
          reference?: string
          transaction_id?: number | null
          withdrawal_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'bank_lines_assigned_by_fkey'
            columns: ['assigned_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'bank_lines_imported_by_fkey'
            columns: ['imported_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'bank_lines_transaction_id_fkey'
            columns: ['transaction_id']
            isOneToOne: false
            referencedRelation: 'ledger_transactions'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'bank_lines_withdrawal_id_fkey'
            columns: ['withdrawal_id']
            isOneToOne: false
            referencedRelation: 'withdraw_requests'
            referencedColumns: ['id']
          }
        ]
      }
      /** Closed days in their order, each with the hash of the previous day. Append-only. */
      book_closes: {
        Row: {
          /** Balance of every account at the end of the day, with the ledger's sign: {account: amount}. */
          balances: Json
          closed_at: string
          /** The admin who closed the day. */
          closed_by: string | null
          /** Date of the closed day, in settings.time_zone. */
          day: string
          /** Number of ledger entries of the day; for the first closed day, also those of all days before it. */
          entries: number
          /** SHA-256 of the row, computed by app.close_hash. */
          hash: string
          /** Hash of the previous closed day; empty for the first. */
          prev_hash: string
          /** Movements of the day: [{account, kind, debit, credit, debits, credits}]. */
          totals: Json
        }
        Insert: {
          balances: Json
          closed_at?: string
          closed_by?: string | null
          day: string
          entries: number
          hash: string
          prev_hash: string
          totals: Json
        }
        Update: {
          balances?: Json
          closed_at?: string
          closed_by?: string | null
          day?: string
          entries?: number
          hash?: string
          prev_hash?: string
          totals?: Json
        }
        Relationships: [
          {
            foreignKeyName: 'book_closes_closed_by_fkey'
            columns: ['closed_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** How rider, driver and recipient reach each other, and how to enter, such as door codes. Readable from ACCEPTED until 30 minutes after PAID. */
      booking_contacts: {
        Row: {
          booking_id: string
          /** The rider's phone number at the time of booking. */
          customer_contact: string | null
          /** The rider's e-mail address at the time of booking. */
          customer_email: string | null
          /** Notes for the driver at the drop. */
          delivery_instructions: string | null
          /** Name of the parcel's recipient. */
          delivery_person: string | null
          /** The recipient's phone number, for the driver, as guest_phone; the parcel's code is also sent to this number. */
          delivery_person_phone: string | null
          /** Phone number of the current driver; null without a driver. */
          driver_contact: string | null
          /** Phone number of the guest for whom the rider booked; for the driver. E.164, perhaps with an extension: +4235550101;ext=12. */
          guest_phone: string | null
          /** Notes for the driver at the pickup, such as which door or a door code. */
          pick_up_instructions: string | null
          /** Name of the person who received the parcel, as the driver entered it. */
          received_by: string | null
          /** The recipient's signature as an SVG path: moves and lines between integers, 600 wide and 300 high. */
          signature: string | null
        }
        Insert: {
          booking_id: string
          customer_contact?: string | null
          customer_email?: string | null
          delivery_instructions?: string | null
          delivery_person?: string | null
          delivery_person_phone?: string | null
          driver_contact?: string | null
          guest_phone?: string | null
          pick_up_instructions?: string | null
          received_by?: string | null
          signature?: string | null
        }
        Update: {
          booking_id?: string
          customer_contact?: string | null
          customer_email?: string | null
          delivery_instructions?: string | null
          delivery_person?: string | null
          delivery_person_phone?: string | null
          driver_contact?: string | null
          guest_phone?: string | null
          pick_up_instructions?: string | null
          received_by?: string | null
          signature?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'booking_contacts_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: true
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          }
        ]
      }
      /** Every change of a booking's status: who, from what to what, where and when. Append-only; each row's hash covers the previous row. */
      booking_events: {
        Row: {
          actor_id: string | null
          /** Role of the person who made the change: rider, driver or admin; system has no actor_id. */
          actor_role: string
          at: string
          booking_id: string
          /** Status before the event; null for the first event. */
          from_status: Database['public']['Enums']['booking_status'] | null
          /** sha256 over the row and prev_hash, computed by app.event_hash. */
          hash: string
          id: number
          lat: number | null
          lng: number | null
          /** A reason that a person wrote, or a key: cash, wallet, card, ended_by_admin, payment_timeout, … */
          note: string | null
          /** Hash of the booking's previous event; empty for the first. */
          prev_hash: string
          /** When it happened according to the driver, if the phone reported it later; `at` is when the server received the report. */
          reported_at: string | null
          /** Status after the event. Equal to from_status for events without a change of status: a stop was reached, the route changed, a parcel is returned to its sender (see note). */
          to_status: Database['public']['Enums']['booking_status']
        }
        Insert: {
          actor_id?: string | null
          actor_role: string
          at: string
          booking_id: string
          from_status?: Database['public']['Enums']['booking_status'] | null
          hash: string
          id?: never
          lat?: number | null
          lng?: number | null
          note?: string | null
          prev_hash: string
          reported_at?: string | null
          to_status: Database['public']['Enums']['booking_status']
        }
        Update: {
          actor_id?: string | null
          actor_role?: string
          at?: string
          booking_id?: string
          from_status?: Database['public']['Enums']['booking_status'] | null
          hash?: string
          id?: never
          lat?: number | null
          lng?: number | null
          note?: string | null
          prev_hash?: string
          reported_at?: string | null
          to_status?: Database['public']['Enums']['booking_status']
        }
        Relationships: [
          {
            foreignKeyName: 'booking_events_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          }
        ]
      }
      /** Additional costs of a trip. Those that the driver entered count as long as the fare stays within 1.5 times the quote (flag extras_capped); others count in full. */
      booking_extras: {
        Row: {
          /** The person who entered the extra; for route_change the person who changed the route. */
          added_by: string
          /** The amount as entered, rounded to settings.decimal. The part that counts is in the inputs of the fare. */
          amount: number
          /** What the operator paid the driver of it; null before the decision. */
          approved: number | null
          booking_id: string
          /** Role of the person who entered the extra: driver or admin; system for route_change. */
          by_role: string
          client_key: string
          /** What counts of a driver's extra at most, as the driver was told at entry: what the quote leaves below 1.5 times itself. Null: all of it; of a street trip the meter decides. */
          countable_amount: number | null
          created_at: string
          decided_at: string | null
          /** The admin who decided. */
          decided_by: string | null
          /** The reason that the admin gave. */
          decision: string | null
          id: string
          /** Kind of cost: toll, parking, other, or route_change (the driver's compensation for a cheaper route). */
          key: string
          /** A note by the driver or the desk. */
          note: string | null
          /** Path of the picture of the receipt in the bucket `bookings`: <booking>/extra-<client_key>. */
          photo: string | null
          removed_at: string | null
          /** The admin who removed the extra. */
          removed_by: string | null
          /** The payment request by which the rider was asked for what the operator paid the driver of it. */
          request_id: string | null
          /** What did not count when the ride ended; the desk decides about it. */
          undecided_amount: number
        }
        Insert: {
          added_by: string
          amount: number
          approved?: number | null
          booking_id: string
          by_role: string
          client_key: string
          countable_amount?: number | null
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          decision?: string | null
          id?: string
          key: string
          note?: string | null
          photo?: string | null
          removed_at?: string | null
          removed_by?: string | null
          request_id?: string | null
          undecided_amount?: number
        }
        Update: {
          added_by?: string
          amount?: number
          approved?: number | null
          booking_id?: string
          by_role?: string
          client_key?: string
          countable_amount?: number | null
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          decision?: string | null
          id?: string
          key?: string
          note?: string | null
          photo?: string | null
          removed_at?: string | null
          removed_by?: string | null
          request_id?: string | null
          undecided_amount?: number
        }
        Relationships: [
          {
            foreignKeyName: 'booking_extras_added_by_fkey'
            columns: ['added_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'booking_extras_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'booking_extras_decided_by_fkey'
            columns: ['decided_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'booking_extras_removed_by_fkey'
            columns: ['removed_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'booking_extras_request_id_fkey'
            columns: ['request_id']
            isOneToOne: false
            referencedRelation: 'payment_requests'
            referencedColumns: ['id']
          }
        ]
      }
      /** How a booking's money is divided, and the inputs of its fare. Riders cannot read this table. */
      booking_finances: {
        Row: {
          booking_id: string
          /** What the operator earns: the fee in the fare; 0 if the booking was cancelled. */
          convenience_fees: number
          driver_id: string | null
          /** What the driver earns: trip_cost less convenience_fees, or the part of the fee of a cancelled booking. */
          driver_share: number
          /** Result of compute_fare at the end of the trip; null before. */
          final_fare: Json | null
          /** Inputs of compute_fare at the end of the trip, with waiting and extras; null before. */
          final_inputs: Json | null
          /** Signs for the desk that a fare should be checked: arrived_far (arrival was reported far from the pickup), trail_gap (a part of the distance was estimated, because positions are missing), held_at_quote (the measured distance was far above the quote, so the fare was limited by the quote), long_way (a metered distance above 1.2 times the quoted one was paid), below_quote (the quote is above 1.2 times the metered fare), ended_elsewhere (an upfront ride that ended elsewhere was measured), extras_capped, reported_time (a step that was reported later changed a time), route_unchecked (the route of a street trip was not compared with the roads). */
          flags: string[]
          fleet_id: string | null
          /** The part of driver_share that went to the fleet when the booking was PAID. */
          fleet_share: number
          /** Result of compute_fare for the quote. */
          quote_fare: Json
          /** Inputs of compute_fare for the quote: kilometres, seconds, parcel type and option. */
          quote_inputs: Json
          /** Sum of the fare's lines before the convenience fee: first as quoted, then as at the end; 0 if the booking was cancelled. */
          ride_cost: number
          /** The tariff of the quote; the final fare uses the same tariff. */
          rule: Json
        }
        Insert: {
          booking_id: string
          convenience_fees: number
          driver_id?: string | null
          driver_share: number
          final_fare?: Json | null
          final_inputs?: Json | null
          flags?: string[]
          fleet_id?: string | null
          fleet_share?: number
          quote_fare: Json
          quote_inputs: Json
          ride_cost: number
          rule: Json
        }
        Update: {
          booking_id?: string
          convenience_fees?: number
          driver_id?: string | null
          driver_share?: number
          final_fare?: Json | null
          final_inputs?: Json | null
          flags?: string[]
          fleet_id?: string | null
          fleet_share?: number
          quote_fare?: Json
          quote_inputs?: Json
          ride_cost?: number
          rule?: Json
        }
        Relationships: [
          {
            foreignKeyName: 'booking_finances_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: true
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'booking_finances_driver_id_fkey'
            columns: ['driver_id']
            isOneToOne: false
            referencedRelation: 'drivers'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'booking_finances_fleet_id_fkey'
            columns: ['fleet_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** A booking offered to a driver, with the data needed to decide: areas, distances and money. It contains no exact address, and the driver cannot read it after answering. */
      booking_offers: {
        Row: {
          answered_at: string | null
          /** Whether the booking is for a later time (trip_at) instead of now. */
          book_later: boolean
          booking_id: string
          /** taxi or delivery, copied from the booking. */
          category: string
          created_at: string
          /** Kilometres from the driver to the middle of the pickup's area at the time of the offer; null if the driver's position was unknown. */
          distance_km: number | null
          driver_id: string
          /** The driver's earnings, computed from trip_distance and trip_time: close to the quote, but without revealing its exact distance. */
          driver_share: number
          /** Latitude of the middle of the area that contains the drop. */
          drop_area_lat: number
          /** Longitude of the middle of the area that contains the drop. */
          drop_area_lng: number
          expires_at: string
          id: string
          /** cash, card or wallet; it tells whether the driver collects the fare. */
          payment_mode: string
          /** Latitude of the middle of the area that contains the pickup, at most 300 m from it (app.area_of). */
          pickup_area_lat: number
          /** Longitude of the middle of the area that contains the pickup. */
          pickup_area_lng: number
          /** Estimated seconds from the driver to the pickup's area, at 30 km/h; null if the driver's position was unknown. */
          pickup_time: number | null
          /** The booking's reference of six letters. */
          reference: string
          /** What the car must carry, copied from the booking. */
          requirements: Json
          /** Whether the driver answered: open, accepted, declined, lapsed (expired), left_duty (the driver went off duty instead of answering) or withdrawn. An open offer past expires_at counts as lapsed. */
          status: Database['public']['Enums']['offer_status']
          trip_at: string
          /** The rider's price, computed from trip_distance and trip_time. */
          trip_cost: number
          /** Kilometres from pickup to drop as quoted, rounded to 100 m. */
          trip_distance: number
          /** Seconds from pickup to drop as quoted, rounded up to a minute. */
          trip_time: number
          /** Number of the search in which the offer was made: 1, 2, …; 0 if an admin assigned the driver. */
          wave: number
        }
        Insert: {
          answered_at?: string | null
          book_later: boolean
          booking_id: string
          category: string
          created_at?: string
          distance_km?: number | null
          driver_id: string
          driver_share: number
          drop_area_lat: number
          drop_area_lng: number
          expires_at: string
          id?: string
          payment_mode: string
          pickup_area_lat: number
          pickup_area_lng: number
          pickup_time?: number | null
          reference: string
          requirements?: Json
          status?: Database['public']['Enums']['offer_status']
          trip_at: string
          trip_cost: number
          trip_distance: number
          trip_time: number
          wave: number
        }
        Update: {
          answered_at?: string | null
          book_later?: boolean
          booking_id?: string
          category?: string
          created_at?: string
          distance_km?: number | null
          driver_id?: string
          driver_share?: number
          drop_area_lat?: number
          drop_area_lng?: number
          expires_at?: string
          id?: string
          payment_mode?: string
          pickup_area_lat?: number
          pickup_area_lng?: number
          pickup_time?: number | null
          reference?: string
          requirements?: Json
          status?: Database['public']['Enums']['offer_status']
          trip_at?: string
          trip_cost?: number
          trip_distance?: number
          trip_time?: number
          wave?: number
        }
        Relationships: [
          {
            foreignKeyName: 'booking_offers_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'booking_offers_driver_id_fkey'
            columns: ['driver_id']
            isOneToOne: false
            referencedRelation: 'drivers'
            referencedColumns: ['id']
          }
        ]
      }
      /** Values of the booking before and after each change of its route. */
      booking_revisions: {
        Row: {
          actor_id: string
          /** Values after the change, with the same keys as in the column `before`. */
          after: Json
          at: string
          /** Values before the change: {quote_id, drop_lat, drop_lng, drop_address, waypoints, estimate, estimate_distance, estimate_time, trip_cost, discount_amount}. */
          before: Json
          booking_id: string
          client_key: string
          id: string
          /** Why the route changed: route (by a new quote) or return (a parcel is returned to its sender). */
          kind: string
          /** Status of the booking at the time of the change. */
          status: Database['public']['Enums']['booking_status']
        }
        Insert: {
          actor_id: string
          after: Json
          at?: string
          before: Json
          booking_id: string
          client_key?: string
          id?: string
          kind: string
          status: Database['public']['Enums']['booking_status']
        }
        Update: {
          actor_id?: string
          after?: Json
          at?: string
          before?: Json
          booking_id?: string
          client_key?: string
          id?: string
          kind?: string
          status?: Database['public']['Enums']['booking_status']
        }
        Relationships: [
          {
            foreignKeyName: 'booking_revisions_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          }
        ]
      }
      /** Stops of a trip between pickup and drop, in their order; bookings.waypoints contains the same places. */
      booking_stops: {
        Row: {
          address: string
          /** Metres from the start of the quoted route to this stop; null if the route is unknown. */
          along_m: number | null
          /** When the driver arrived at the stop; null before. */
          arrived_at: string | null
          booking_id: string
          lat: number
          lng: number
          /** Name of the stop on the server's map; null if it has no name. */
          point_name: string | null
          /** Number of the stop in the order of the trip: 1, 2, … */
          position: number
        }
        Insert: {
          address?: string
          along_m?: number | null
          arrived_at?: string | null
          booking_id: string
          lat: number
          lng: number
          point_name?: string | null
          position: number
        }
        Update: {
          address?: string
          along_m?: number | null
          arrived_at?: string | null
          booking_id?: string
          lat?: number
          lng?: number
          point_name?: string | null
          position?: number
        }
        Relationships: [
          {
            foreignKeyName: 'booking_stops_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          }
        ]
      }
      /** Which changes of a booking's status are allowed, and who may make them. A trigger refuses all others. */
      booking_transitions: {
        Row: {
          /** Who may make the change: rider, driver, admin, or system (jobs, payments and automatic steps). */
          actor: string
          /** Status before the change; null: the booking is created. */
          from_status: Database['public']['Enums']['booking_status'] | null
          id: number
          /** Status after the change. */
          to_status: Database['public']['Enums']['booking_status']
        }
        Insert: {
          actor: string
          from_status?: Database['public']['Enums']['booking_status'] | null
          id?: never
          to_status: Database['public']['Enums']['booking_status']
        }
        Update: {
          actor?: string
          from_status?: Database['public']['Enums']['booking_status'] | null
          id?: never
          to_status?: Database['public']['Enums']['booking_status']
        }
        Relationships: []
      }
      /** One ride or parcel. Names, cars and prices are copied into the row when they become binding. */
      bookings: {
        Row: {
          /** When the driver accepted; null without a driver. */
          accepted_at: string | null
          /** When a position, less than 30 s old, showed the car within 500 m of the pickup, at the driver's arrival (arrived_at) or after it; null before. Until then the rider is told nothing of the arrival, and no waiting counts. */
          arrival_confirmed_at: string | null
          arrived_at: string | null
          /** Whether the booking is for a later time (trip_at) instead of now. */
          book_later: boolean
          /** Whether an admin created the booking. */
          booking_type_admin: boolean
          /** The cancellation fee that the rider owes. */
          cancellation_fee: number
          cancelled_at: string | null
          /** Who cancelled the booking: rider, driver, admin or system. */
          cancelled_by: string | null
          /** Copy of the car type's image at the time of booking. */
          car_image: string
          /** Name of the car type at the time of booking. */
          car_type: string
          car_type_id: string
          /** The part of the fare paid by card. */
          card_payment_amount: number
          /** The amount that the driver collects in cash. */
          cash_payment_amount: number
          /** The difference made by rounding to settings.cash_unit. It is included in payable_amount and customer_paid, not in trip_cost. */
          cash_rounding: number
          /** taxi or delivery, copied from the car type. */
          category: string
          client_key: string
          completed_at: string | null
          created_at: string
          /** The person who created the booking: the rider, or the admin who booked for them. */
          created_by: string
          /** The last two digits of the rider's number, to tell riders with the same name apart. The whole number is in booking_contacts. */
          customer_contact: string | null
          customer_id: string | null
          /** Copy of the rider's profile_image at the time of booking. */
          customer_image: string | null
          /** The rider's name at the time of booking. */
          customer_name: string
          /** Amount that the rider has paid so far, by all ways of payment. */
          customer_paid: number
          /** Path of the driver's picture of the parcel at the delivery, in the bucket `bookings`. */
          deliver_image: string | null
          /** The promotion's discount on trip_cost. */
          discount_amount: number
          /** Key that tells the rider why no driver is coming yet: no_driver_nearby, no_driver_answered, driver_cancelled. */
          dispatch_note: string | null
          /** Kilometres that were charged; null before the end. */
          distance: number | null
          /** How often a driver has returned the booking; the third time cancels it. */
          driver_cancel_count: number
          driver_id: string | null
          /** Copy of the driver's profile_image, when they accepted. */
          driver_image: string | null
          /** The driver's name when they accepted. */
          driver_name: string | null
          /** The driver's average rating when they accepted. */
          driver_rating: number | null
          drop_address: string | null
          drop_lat: number | null
          drop_lng: number | null
          /** Name of the drop point on the server's map, as quoted. */
          drop_point_name: string | null
          /** Since when the booking keeps its driver busy; null while it waits for its lead time or for the end of another trip. */
          engaged_at: string | null
          /** The trip_cost of the quote. */
          estimate: number
          /** Kilometres of the quoted route. */
          estimate_distance: number
          /** Seconds of the quoted route. */
          estimate_time: number
          /** Fare lines that the rider sees; the operator's fee is distributed over them, and their sum is trip_cost. */
          fare_lines: Json
          /** Fleet of the driver when they accepted. It stays, even if the driver changes fleet. */
          fleet_id: string | null
          /** The payment provider that charged the card. */
          gateway: string | null
          /** Name of the passenger, if the rider booked for another person. */
          guest_name: string | null
          id: string
          /** Whether this parcel was taken along with another parcel from the same door. A driver has only one engaged booking besides such parcels. The value stays set after the trip. */
          is_along: boolean
          /** Index of option_selected in the car type's list at the time of booking. */
          option_index: number | null
          /** The option that the rider chose: {description, amount}. */
          option_selected: Json | null
          /** Whether the driver needs the start code: settings.otp_secure at the time of booking, except for a ride that the desk booked for somebody without a session; false once an admin has let the driver continue without it. */
          otp_secure: boolean
          paid_at: string | null
          /** Index of parcel_type_selected in the car type's list at the time of booking. */
          parcel_type_index: number | null
          /** The parcel type that the rider chose: {description, amount}. */
          parcel_type_selected: Json | null
          /** The amount left to pay; rounded if it is paid in cash. */
          payable_amount: number
          /** cash, card or wallet: first what the rider chose, at the end how it was paid. */
          payment_mode: string
          pickup_address: string
          /** Path of the driver's picture of the parcel at the pickup, in the bucket `bookings`. */
          pickup_image: string | null
          pickup_lat: number
          pickup_lng: number
          /** Name of the pickup point on the server's map, in addition to the address that was typed; null if it has no name. */
          pickup_point_name: string | null
          /** The quoted route, as an encoded polyline. */
          polyline: string
          /** Whether the booking was paid before the trip started. */
          prepaid: boolean
          /** What the booking costs the rider, part by part (app.price_parts): [{side: price, kind, amount, name?, tax?}]; of a cancelled booking only its fee. booking_money adds who paid what. */
          price_parts: Json
          /** The arrival at the pickup that was promised to the rider. The driver's delay after it does not raise the cancellation fee. */
          promised_at: string | null
          /** Whether the booking uses a promotion. */
          promo_applied: boolean
          /** Name of the promotion as the operator spells it. */
          promo_code: string | null
          /** The promotion as it was when applied: {promo_id, code, type, value, max, min_order}. */
          promo_details: Json | null
          quote_id: string | null
          reached_at: string | null
          /** Why the booking was cancelled: a reason that a person chose or wrote, or a key such as no_show, no_driver_available, payment_timeout. */
          reason: string | null
          /** Six letters that identify the booking and are easy to say on the telephone. */
          reference: string
          /** When rider and driver of a later booking got the reminder. */
          reminded_at: string | null
          /** What the car must carry (app.requirements_of): {seats, luggage, child_seats, wheelchair}, only the keys that are required. */
          requirements: Json
          /** When the driver started to return an undeliverable parcel to its sender. */
          returning_at: string | null
          /** How the trip came about: booked, or street (a passenger hailed the driver). A street trip has no customer and no quote, and its drop is where it ends. */
          source: string
          started_at: string | null
          /** Status of the booking. Written only by app.move_booking, and only as booking_transitions allows. */
          status: Database['public']['Enums']['booking_status']
          /** Tax included in trip_cost. */
          tax_amount: number
          /** Tips of the rider. They go entirely to the driver and are not part of trip_cost. */
          tip_amount: number
          /** What the booking costs the rider: the sum of price_parts. */
          total_amount: number
          /** Seconds from the start to the end of the trip. */
          total_trip_time: number | null
          /** The requested time of the trip; for Book Now the time of creation. */
          trip_at: string
          /** The fare: first the quoted one, from the end of the trip the final one. */
          trip_cost: number
          /** The part of the fare paid from the wallet. */
          used_wallet_money: number
          /** Colour of the car when the driver accepted; it helps the rider find the car. */
          vehicle_color: string | null
          /** Make of the car when the driver accepted; it helps the rider find the car. */
          vehicle_make: string | null
          /** Model of the car when the driver accepted; it helps the rider find the car. */
          vehicle_model: string | null
          /** Number plate of the car when the driver accepted. */
          vehicle_number: string | null
          /** Stops between pickup and drop: [{lat, lng, add, point_name?}], in their order. */
          waypoints: Json
        }
        Insert: {
          accepted_at?: string | null
          arrival_confirmed_at?: string | null
          arrived_at?: string | null
          book_later?: boolean
          booking_type_admin?: boolean
          cancellation_fee?: number
          cancelled_at?: string | null
          cancelled_by?: string | null
          car_image: string
          car_type: string
          car_type_id: string
          card_payment_amount?: number
          cash_payment_amount?: number
          cash_rounding?: number
          category: string
          client_key: string
          completed_at?: string | null
          created_at?: string
          created_by: string
          customer_contact?: string | null
          customer_id?: string | null
          customer_image?: string | null
          customer_name: string
          customer_paid?: number
          deliver_image?: string | null
          discount_amount?: number
          dispatch_note?: string | null
          distance?: number | null
          driver_cancel_count?: number
          driver_id?: string | null
          driver_image?: string | null
          driver_name?: string | null
          driver_rating?: number | null
          drop_address?: string | null
          drop_lat?: number | null
          drop_lng?: number | null
          drop_point_name?: string | null
          engaged_at?: string | null
          estimate: number
          estimate_distance: number
          estimate_time: number
          fare_lines: Json
          fleet_id?: string | null
          gateway?: string | null
          guest_name?: string | null
          id?: string
          is_along?: boolean
          option_index?: number | null
          option_selected?: Json | null
          otp_secure?: boolean
          paid_at?: string | null
          parcel_type_index?: number | null
          parcel_type_selected?: Json | null
          payable_amount?: number
          payment_mode: string
          pickup_address: string
          pickup_image?: string | null
          pickup_lat: number
          pickup_lng: number
          pickup_point_name?: string | null
          polyline?: string
          prepaid?: boolean
          price_parts?: never
          promised_at?: string | null
          promo_applied?: boolean
          promo_code?: string | null
          promo_details?: Json | null
          quote_id?: string | null
          reached_at?: string | null
          reason?: string | null
          reference: string
          reminded_at?: string | null
          requirements?: Json
          returning_at?: string | null
          source?: string
          started_at?: string | null
          status: Database['public']['Enums']['booking_status']
          tax_amount?: number
          tip_amount?: number
          total_amount?: never
          total_trip_time?: number | null
          trip_at: string
          trip_cost: number
          used_wallet_money?: number
          vehicle_color?: string | null
          vehicle_make?: string | null
          vehicle_model?: string | null
          vehicle_number?: string | null
          waypoints?: Json
        }
        Update: {
          accepted_at?: string | null
          arrival_confirmed_at?: string | null
          arrived_at?: string | null
          book_later?: boolean
          booking_type_admin?: boolean
          cancellation_fee?: number
          cancelled_at?: string | null
          cancelled_by?: string | null
          car_image?: string
          car_type?: string
          car_type_id?: string
          card_payment_amount?: number
          cash_payment_amount?: number
          cash_rounding?: number
          category?: string
          client_key?: string
          completed_at?: string | null
          created_at?: string
          created_by?: string
          customer_contact?: string | null
          customer_id?: string | null
          customer_image?: string | null
          customer_name?: string
          customer_paid?: number
          deliver_image?: string | null
          discount_amount?: number
          dispatch_note?: string | null
          distance?: number | null
          driver_cancel_count?: number
          driver_id?: string | null
          driver_image?: string | null
          driver_name?: string | null
          driver_rating?: number | null
          drop_address?: string | null
          drop_lat?: number | null
          drop_lng?: number | null
          drop_point_name?: string | null
          engaged_at?: string | null
          estimate?: number
          estimate_distance?: number
          estimate_time?: number
          fare_lines?: Json
          fleet_id?: string | null
          gateway?: string | null
          guest_name?: string | null
          id?: string
          is_along?: boolean
          option_index?: number | null
          option_selected?: Json | null
          otp_secure?: boolean
          paid_at?: string | null
          parcel_type_index?: number | null
          parcel_type_selected?: Json | null
          payable_amount?: number
          payment_mode?: string
          pickup_address?: string
          pickup_image?: string | null
          pickup_lat?: number
          pickup_lng?: number
          pickup_point_name?: string | null
          polyline?: string
          prepaid?: boolean
          price_parts?: never
          promised_at?: string | null
          promo_applied?: boolean
          promo_code?: string | null
          promo_details?: Json | null
          quote_id?: string | null
          reached_at?: string | null
          reason?: string | null
          reference?: string
          reminded_at?: string | null
          requirements?: Json
          returning_at?: string | null
          source?: string
          started_at?: string | null
          status?: Database['public']['Enums']['booking_status']
          tax_amount?: number
          tip_amount?: number
          total_amount?: never
          total_trip_time?: number | null
          trip_at?: string
          trip_cost?: number
          used_wallet_money?: number
          vehicle_color?: string | null
          vehicle_make?: string | null
          vehicle_model?: string | null
          vehicle_number?: string | null
          waypoints?: Json
        }
        Relationships: [
          {
            foreignKeyName: 'bookings_car_type_id_fkey'
            columns: ['car_type_id']
            isOneToOne: false
            referencedRelation: 'car_types'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'bookings_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'bookings_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'bookings_driver_id_fkey'
            columns: ['driver_id']
            isOneToOne: false
            referencedRelation: 'drivers'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'bookings_fleet_id_fkey'
            columns: ['fleet_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'bookings_quote_id_fkey'
            columns: ['quote_id']
            isOneToOne: true
            referencedRelation: 'fare_quotes'
            referencedColumns: ['id']
          }
        ]
      }
      /** Reasons that a person can choose when cancelling a booking. */
      cancel_reasons: {
        Row: {
          /** Who may choose the reason: riders, the staff, or everybody. */
          audience: string
          id: string
          /** Text of the reason, which the booking stores. Pages show it in the reader's language, if that language has a text for it. */
          label: string
          /** Position of the reason in the list: 0, 1, 2, …. The list is renumbered after every change; a new reason without a value becomes the last. */
          value: number
          /** Number of the row's changes. An update with an outdated version is refused with version_conflict. */
          version: number
        }
        Insert: { audience?: string; id?: string; label: string; value?: number; version?: number }
        Update: { audience?: string; id?: string; label?: string; value?: number; version?: number }
        Relationships: []
      }
      /** Types of cars that can be booked, each with its tariff. */
      car_types: {
        Row: {
          /** Fixed part of a fare, its first line; 0: no such line. */
          base_fare: number
          /** Cancellation fees by time: [{mins_delayed, amount}], where amount is due once that many minutes have passed. */
          cancel_slab: Json
          /** taxi or delivery. It decides when the booking is paid and when the start code is requested. */
          category: string
          /** Whether convenience_fees is an amount (flat) or a percentage (percentage). */
          convenience_fee_type: string
          /** The fee added to a fare for the operator: an amount, or a percentage of the ride cost. */
          convenience_fees: number
          created_at: string
          /** A sentence that the page shows below the name. */
          extra_info: string
          id: string
          /** Key of a built-in silhouette (cab, estate, van, premium, moto, parcel-van) or a URL, or the path of a picture in the bucket `cartypes`. */
          image: string
          /** Minimum price of a ride, before the convenience fee is added. */
          min_fare: number
          /** The name that riders choose by. */
          name: string
          /** Additional services and their prices: [{description, amount}] */
          options: Json
          /** Kinds of parcels and their surcharges: [{description, amount}] */
          parcel_types: Json
          /** Price per hour of travel time. */
          rate_per_hour: number
          /** Price per kilometre, or per mile with settings.convert_to_mile. */
          rate_per_unit_distance: number
          /** Number of passenger seats. */
          seats: number
          /** Position of the car type in the list. */
          sort_order: number
          /** Number of the row's changes. An update with an outdated version is refused with version_conflict. */
          version: number
          /** Price per hour of waiting at the pickup beyond settings.free_wait; 0: waiting is free. */
          waiting_rate_per_hour: number
        }
        Insert: {
          base_fare?: number
          cancel_slab?: Json
          category?: string
          convenience_fee_type?: string
          convenience_fees?: number
          created_at?: string
          extra_info?: string
          id?: string
          image?: string
          min_fare?: number
          name: string
          options?: Json
          parcel_types?: Json
          rate_per_hour?: number
          rate_per_unit_distance?: number
          seats?: number
          sort_order?: number
          version?: number
          waiting_rate_per_hour?: number
        }
        Update: {
          base_fare?: number
          cancel_slab?: Json
          category?: string
          convenience_fee_type?: string
          convenience_fees?: number
          created_at?: string
          extra_info?: string
          id?: string
          image?: string
          min_fare?: number
          name?: string
          options?: Json
          parcel_types?: Json
          rate_per_hour?: number
          rate_per_unit_distance?: number
          seats?: number
          sort_order?: number
          version?: number
          waiting_rate_per_hour?: number
        }
        Relationships: []
      }
      /** Reports of riders about a finished trip, and of drivers about a current or earlier trip, with the desk's answer. */
      cases: {
        Row: {
          /** The desk's answer; a later answer replaces it. */
          answer: string | null
          answered_at: string | null
          booking_id: string
          /** Key chosen by the client when the person sends the report, so that a retry by a driver's phone creates no second case. */
          client_key: string | null
          /** When the desk closed the case. */
          closed_at: string | null
          created_at: string
          /** The rider who reported; null for a driver's case. */
          customer_id: string | null
          /** The driver who reported; null for a rider's case. */
          driver_id: string | null
          id: string
          /** What the case is about. Of riders: lost (item left in the car), fare, question (other). Of drivers: passenger, accident, vehicle, fare, found (item left in the car), something (other). */
          kind: string
          /** Text of the report as written, at most 2000 characters. */
          message: string
          /** How to contact a rider who lost something; their own phone may be what was lost. Deleted 30 days after closing. */
          reach: string | null
        }
        Insert: {
          answer?: string | null
          answered_at?: string | null
          booking_id: string
          client_key?: string | null
          closed_at?: string | null
          created_at?: string
          customer_id?: string | null
          driver_id?: string | null
          id?: string
          kind: string
          message: string
          reach?: string | null
        }
        Update: {
          answer?: string | null
          answered_at?: string | null
          booking_id?: string
          client_key?: string | null
          closed_at?: string | null
          created_at?: string
          customer_id?: string | null
          driver_id?: string | null
          id?: string
          kind?: string
          message?: string
          reach?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'cases_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'cases_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'cases_driver_id_fkey'
            columns: ['driver_id']
            isOneToOne: false
            referencedRelation: 'drivers'
            referencedColumns: ['id']
          }
        ]
      }
      /** Cash that a driver reported and that is not the fare. Above the fare the difference is the rider's; below it the operator pays up to settings.cash_goodwill for each driver and day. */
      cash_reports: {
        Row: {
          booking_id: string
          /** The cash that counts as collected by the driver: reported, or due until the desk decides. */
          counted: number
          created_at: string
          customer_id: string | null
          decided_at: string | null
          /** The admin who decided. */
          decided_by: string | null
          /** The reason that the admin gave. */
          decision: string | null
          driver_id: string
          /** The amount that was due when the driver reported: in whole coins, or exactly if the reported amount counts. */
          due: number
          /** The part of the fare that the operator paid. */
          goodwill: number
          objected_at: string | null
          /** Text of the rider's objection, possible within 7 days. */
          objection: string | null
          /** The part of the fare that the rider's wallet was charged. */
          owed: number
          /** The cash that the rider says to have paid. */
          paid: number | null
          /** Why the amount counts or waits. no_signal: it is what the phone showed without a signal; signal: the phone had a signal; online: it was not queued; amount: the phone showed another amount; ride_kind: the page shows no amount for such a ride; limit: the passenger has no wallet, and the operator has paid enough for this driver today. */
          reason: string
          /** The amount that the driver reported. */
          reported: number
          /** counted; review: the desk decides; decided. */
          status: string
        }
        Insert: {
          booking_id: string
          counted: number
          created_at?: string
          customer_id?: string | null
          decided_at?: string | null
          decided_by?: string | null
          decision?: string | null
          driver_id: string
          due: number
          goodwill?: number
          objected_at?: string | null
          objection?: string | null
          owed?: number
          paid?: number | null
          reason: string
          reported: number
          status: string
        }
        Update: {
          booking_id?: string
          counted?: number
          created_at?: string
          customer_id?: string | null
          decided_at?: string | null
          decided_by?: string | null
          decision?: string | null
          driver_id?: string
          due?: number
          goodwill?: number
          objected_at?: string | null
          objection?: string | null
          owed?: number
          paid?: number | null
          reason?: string
          reported?: number
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: 'cash_reports_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: true
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'cash_reports_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'cash_reports_decided_by_fkey'
            columns: ['decided_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'cash_reports_driver_id_fkey'
            columns: ['driver_id']
            isOneToOne: false
            referencedRelation: 'drivers'
            referencedColumns: ['id']
          }
        ]
      }
      /** Card payments reversed by a customer's bank, from the report until it is decided who gets the money. */
      chargebacks: {
        Row: {
          /** The amount that the customer's bank took back. */
          amount: number
          closed_at: string | null
          /** The provider's id of the chargeback; the payment's id if it has none. */
          dispute_ref: string
          /** The provider's deadline for the operator's response. */
          due_at: string | null
          id: string
          opened_at: string
          payment_id: string
          /** The payment provider that reported the chargeback. */
          provider: Database['public']['Enums']['payment_provider']
          /** open; won: the operator got the money back; lost: the customer keeps it. */
          status: string
        }
        Insert: {
          amount: number
          closed_at?: string | null
          dispute_ref: string
          due_at?: string | null
          id?: string
          opened_at?: string
          payment_id: string
          provider: Database['public']['Enums']['payment_provider']
          status?: string
        }
        Update: {
          amount?: number
          closed_at?: string | null
          dispute_ref?: string
          due_at?: string | null
          id?: string
          opened_at?: string
          payment_id?: string
          provider?: Database['public']['Enums']['payment_provider']
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: 'chargebacks_payment_id_fkey'
            columns: ['payment_id']
            isOneToOne: false
            referencedRelation: 'payments'
            referencedColumns: ['id']
          }
        ]
      }
      /** Chat messages between rider and driver. Each message stores its driver, so that a later driver cannot read the chat of an earlier one. */
      chat_messages: {
        Row: {
          booking_id: string
          client_key: string
          created_at: string
          customer_id: string
          driver_id: string
          from_id: string
          id: string
          /** Text of the message, without blanks at its ends and invisible characters. */
          message: string
          /** Who wrote the message: rider or driver. */
          source: string
        }
        Insert: {
          booking_id: string
          client_key: string
          created_at?: string
          customer_id: string
          driver_id: string
          from_id: string
          id?: string
          message: string
          source: string
        }
        Update: {
          booking_id?: string
          client_key?: string
          created_at?: string
          customer_id?: string
          driver_id?: string
          from_id?: string
          id?: string
          message?: string
          source?: string
        }
        Relationships: [
          {
            foreignKeyName: 'chat_messages_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'chat_messages_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'chat_messages_driver_id_fkey'
            columns: ['driver_id']
            isOneToOne: false
            referencedRelation: 'drivers'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'chat_messages_from_id_fkey'
            columns: ['from_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Messages between drivers and the desk; kept for a year. */
      desk_messages: {
        Row: {
          /** When the desk answered this message of a driver, or marked it as needing no answer; null for messages of the desk. */
          answered_at: string | null
          /** The person who wrote the message: the driver or a staff member. */
          author_id: string | null
          /** The trip that the driver was on at the time of the message; null without a trip. */
          booking_id: string | null
          /** Key chosen by the author's client for each message: a retry with the same key returns the first message. */
          client_key: string
          created_at: string
          /** The driver who writes to the desk, or to whom the desk writes. */
          driver_id: string
          id: string
          /** Whether the desk wrote the message, not the driver. */
          is_from_desk: boolean
          /** Text of the message, at most 1000 characters. */
          message: string
        }
        Insert: {
          answered_at?: string | null
          author_id?: string | null
          booking_id?: string | null
          client_key: string
          created_at?: string
          driver_id: string
          id?: string
          is_from_desk: boolean
          message: string
        }
        Update: {
          answered_at?: string | null
          author_id?: string | null
          booking_id?: string | null
          client_key?: string
          created_at?: string
          driver_id?: string
          id?: string
          is_from_desk?: boolean
          message?: string
        }
        Relationships: [
          {
            foreignKeyName: 'desk_messages_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'desk_messages_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'desk_messages_driver_id_fkey'
            columns: ['driver_id']
            isOneToOne: false
            referencedRelation: 'drivers'
            referencedColumns: ['id']
          }
        ]
      }
      /** One row per search for a driver: which drivers got an offer, and which did not and why. */
      dispatch_waves: {
        Row: {
          at: string
          booking_id: string
          /** Drivers who got an offer, nearest first: [{driver_id, distance_km}]. */
          candidates: Json
          /** Drivers who got no offer, the 50 nearest: [{driver_id, distance_km, reason}]. reason: beyond_wave, declined, lapsed, left_duty, cannot_afford, bonus_refused, document_expired, busy, off_duty, last_ride, not_approved, stale_position, other_car_type, vehicle_unsuitable. */
          exclusions: Json
          id: number
          /** How drivers were chosen: waves or all (settings.dispatch_mode at that time), assigned (by the desk), or door (drivers who fetch a parcel at the same door are asked first). */
          mode: string
          /** Radius in kilometres of the circle that contains all drivers asked; the full radius if there were fewer drivers than wanted. */
          radius_km: number | null
          /** Number of drivers per reason, of all who got no offer: {reason: count}. */
          reasons: Json
          /** Number of the search for this booking: 1, 2, …; 0 if an admin assigned the driver. */
          wave: number
        }
        Insert: {
          at?: string
          booking_id: string
          candidates?: Json
          exclusions?: Json
          id?: never
          mode: string
          radius_km?: number | null
          reasons?: Json
          wave: number
        }
        Update: {
          at?: string
          booking_id?: string
          candidates?: Json
          exclusions?: Json
          id?: never
          mode?: string
          radius_km?: number | null
          reasons?: Json
          wave?: number
        }
        Relationships: [
          {
            foreignKeyName: 'dispatch_waves_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          }
        ]
      }
      /** Charges that a driver pays in addition to commissions, mainly rent of a car. They are taken from the wallet before each payout run. */
      driver_charges: {
        Row: {
          /** Amount per week, or of the single charge; including tax. */
          amount: number
          /** Monday of the last week that was charged, or from_day of a single charge that was charged. */
          charged_until: string | null
          client_key: string
          created_at: string
          /** The admin who added the charge. */
          created_by: string | null
          driver_id: string
          /** The first day of the charge. */
          from_day: string
          id: string
          /** What the charge is for: rent, insurance, radio or other. */
          kind: string
          /** A note for the driver. */
          note: string | null
          /** The last day of the charge; null: no end. */
          until_day: string | null
          /** Whether the amount is charged for each week that begins between from_day and until_day. If not, it is charged once, on from_day. */
          weekly: boolean
        }
        Insert: {
          amount: number
          charged_until?: string | null
          client_key: string
          created_at?: string
          created_by?: string | null
          driver_id: string
          from_day: string
          id?: string
          kind: string
          note?: string | null
          until_day?: string | null
          weekly?: boolean
        }
        Update: {
          amount?: number
          charged_until?: string | null
          client_key?: string
          created_at?: string
          created_by?: string | null
          driver_id?: string
          from_day?: string
          id?: string
          kind?: string
          note?: string | null
          until_day?: string | null
          weekly?: boolean
        }
        Relationships: [
          {
            foreignKeyName: 'driver_charges_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'driver_charges_driver_id_fkey'
            columns: ['driver_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Documents of drivers. Of each kind only the verified document that is valid longest counts. A driver without a document of a kind is blocked only from the kind's day needed_from on. */
      driver_documents: {
        Row: {
          created_at: string
          decided_at: string | null
          /** The admin who verified or rejected the document; null also if its file was refused. */
          decided_by: string | null
          driver_id: string
          /** When the driver was notified that the document has expired. */
          expired_at: string | null
          /** The last day on which the document is valid, in settings.time_zone. Null: it has no such day. */
          expires_on: string | null
          id: string
          /** Kind of document: license, insurance, registration (of the car) or another of paper_kinds. */
          kind: string
          /** A note by the admin who verified or rejected the document. */
          note: string | null
          /** The document's number as typed, up to 60 characters; empty if not given. Masked in a demo. */
          number: string
          /** Path of the picture in the bucket `users`: <driver>/<kind> or <driver>/<kind>-…. */
          path: string
          /** Whether the document is valid: pending (no decision yet), verified or rejected. */
          status: string
          /** Whether the document was rejected because its file is no picture or PDF that can be read; the file is removed. */
          unreadable: boolean
          /** Version (eTag) of the submitted picture; after a decision, of the picture that the decision is about. Null if there is no file. */
          version: string | null
          /** When the driver was warned that the document expires soon. */
          warned_at: string | null
        }
        Insert: {
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          driver_id: string
          expired_at?: string | null
          expires_on?: string | null
          id?: string
          kind: string
          note?: string | null
          number?: string
          path: string
          status?: string
          unreadable?: never
          version?: string | null
          warned_at?: string | null
        }
        Update: {
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          driver_id?: string
          expired_at?: string | null
          expires_on?: string | null
          id?: string
          kind?: string
          note?: string | null
          number?: string
          path?: string
          status?: string
          unreadable?: never
          version?: string | null
          warned_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'driver_documents_decided_by_fkey'
            columns: ['decided_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'driver_documents_driver_id_fkey'
            columns: ['driver_id']
            isOneToOne: false
            referencedRelation: 'drivers'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'driver_documents_kind_fkey'
            columns: ['kind']
            isOneToOne: false
            referencedRelation: 'paper_kinds'
            referencedColumns: ['id']
          }
        ]
      }
      /** The latest position of each driver, and whether the driver may get offers now. */
      driver_positions: {
        Row: {
          /** Accuracy of the position in metres, as reported by the phone. */
          accuracy: number | null
          /** Whether the driver may get offers: on duty, approved and not busy, or so near the end of a trip that the next one may be offered. Written by app.refresh_driver. */
          available: boolean
          /** Point in Mercator metres for the index of drivers who may not get offers (busy, off duty or without a recent report), at most 500 m behind the driver. */
          away_pt: unknown | null
          /** The driver's car type, copied from drivers for the search. */
          car_type: string | null
          /** Child seats in the car, copied for the search. */
          child_seats: number
          driver_id: string
          /** Direction of travel, in degrees clockwise from north. */
          heading: number | null
          lat: number
          lng: number
          /** Large pieces of luggage that the car takes, copied for the search. */
          luggage: number
          /** Point for the search index (app.search_point), at most 50 m behind the driver; null unless the driver may get offers. */
          pt: unknown | null
          /** Passenger seats of the car, copied for the search from app.car_of. */
          seats: number
          /** When the position was measured, not when it arrived. A driver whose position is older than 60 s gets no offers. */
          updated_at: string
          /** Whether a wheelchair user can ride in the car, copied for the search. */
          wheelchair: boolean
        }
        Insert: {
          accuracy?: number | null
          available?: boolean
          away_pt?: unknown | null
          car_type?: string | null
          child_seats?: number
          driver_id: string
          heading?: number | null
          lat: number
          lng: number
          luggage?: number
          pt?: unknown | null
          seats?: number
          updated_at?: string
          wheelchair?: boolean
        }
        Update: {
          accuracy?: number | null
          available?: boolean
          away_pt?: unknown | null
          car_type?: string | null
          child_seats?: number
          driver_id?: string
          heading?: number | null
          lat?: number
          lng?: number
          luggage?: number
          pt?: unknown | null
          seats?: number
          updated_at?: string
          wheelchair?: boolean
        }
        Relationships: [
          {
            foreignKeyName: 'driver_positions_driver_id_fkey'
            columns: ['driver_id']
            isOneToOne: true
            referencedRelation: 'drivers'
            referencedColumns: ['id']
          }
        ]
      }
      /** Data that only drivers have: vehicle, fleet, on duty or not. */
      drivers: {
        Row: {
          car_type_id: string | null
          created_at: string
          /** Whether the driver is on duty. Whether the driver is busy is not stored: it follows from engaged bookings. */
          driver_active_status: boolean
          /** The fleet admin to whose fleet the driver belongs. */
          fleet_id: string | null
          id: string
          /** Whether the driver gets no offers any more in this time on duty: the trip under way is the last one. Going off duty ends it. */
          last_ride: boolean
          /** Copy of the path of the latest submitted licence. */
          license_image: string | null
          /** Notes of the desk about the driver. */
          other_info: string | null
          /** Colour of the car. Bookings copy it when the driver accepts. */
          vehicle_color: string | null
          /** Make of the car. Bookings copy it when the driver accepts, like the other vehicle columns. */
          vehicle_make: string | null
          /** Model of the car. Bookings copy it when the driver accepts. */
          vehicle_model: string | null
          /** Number plate of the car. */
          vehicle_number: string | null
        }
        Insert: {
          car_type_id?: string | null
          created_at?: string
          driver_active_status?: boolean
          fleet_id?: string | null
          id: string
          last_ride?: boolean
          license_image?: string | null
          other_info?: string | null
          vehicle_color?: string | null
          vehicle_make?: string | null
          vehicle_model?: string | null
          vehicle_number?: string | null
        }
        Update: {
          car_type_id?: string | null
          created_at?: string
          driver_active_status?: boolean
          fleet_id?: string | null
          id?: string
          last_ride?: boolean
          license_image?: string | null
          other_info?: string | null
          vehicle_color?: string | null
          vehicle_make?: string | null
          vehicle_model?: string | null
          vehicle_number?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'drivers_car_type_id_fkey'
            columns: ['car_type_id']
            isOneToOne: false
            referencedRelation: 'car_types'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'drivers_fleet_id_fkey'
            columns: ['fleet_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'drivers_id_fkey'
            columns: ['id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Number of rides and the operator's gross earnings of a day in settings.time_zone, as in earnings_months; kept for 400 days. */
      earnings_days: {
        Row: {
          /** Gross earnings of the operator on the day. */
          convenience_fees: number
          /** Date of the day, in settings.time_zone. */
          day: string
          driver_id: string | null
          fleet_id: string | null
          /** Number of bookings paid on the day whose convenience fee is above 0. */
          rides: number
        }
        Insert: {
          convenience_fees?: number
          day: string
          driver_id?: string | null
          fleet_id?: string | null
          rides?: number
        }
        Update: {
          convenience_fees?: number
          day?: string
          driver_id?: string | null
          fleet_id?: string | null
          rides?: number
        }
        Relationships: [
          {
            foreignKeyName: 'earnings_days_driver_id_fkey'
            columns: ['driver_id']
            isOneToOne: false
            referencedRelation: 'drivers'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'earnings_days_fleet_id_fkey'
            columns: ['fleet_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Earnings of a month in settings.time_zone, per driver and fleet of the booking; a driver who changes fleet has one row for each. */
      earnings_months: {
        Row: {
          /** Sum of the fees of `cancellations`. */
          cancellation_fee: number
          /** The drivers' share of cancellation_fee (settings.cancellation_driver_percent), as booked in the ledger. */
          cancellation_share: number
          /** Number of bookings cancelled in the month with a fee; not included in `rides`. */
          cancellations: number
          /** Gross earnings of the operator from `rides`. */
          convenience_fees: number
          /** Sum of the promotions on `rides`. */
          discount_amount: number
          driver_id: string | null
          /** The driver's earnings from `rides`. */
          driver_share: number
          fleet_id: string | null
          /** Promotions on rides without a convenience fee, which `rides` does not count. The ledger account expense.promotions includes these and discount_amount. */
          free_ride_discounts: number
          /** First day of the month. */
          month: string
          /** Sum of the fares of `rides` without convenience fees. */
          ride_cost: number
          /** Number of bookings paid in the month whose convenience fee is above 0; the amounts are of the same bookings. */
          rides: number
          /** Sum of the fares of `rides`. */
          trip_cost: number
        }
        Insert: {
          cancellation_fee?: number
          cancellation_share?: number
          cancellations?: number
          convenience_fees?: number
          discount_amount?: number
          driver_id?: string | null
          driver_share?: number
          fleet_id?: string | null
          free_ride_discounts?: number
          month: string
          ride_cost?: number
          rides?: number
          trip_cost?: number
        }
        Update: {
          cancellation_fee?: number
          cancellation_share?: number
          cancellations?: number
          convenience_fees?: number
          discount_amount?: number
          driver_id?: string | null
          driver_share?: number
          fleet_id?: string | null
          free_ride_discounts?: number
          month?: string
          ride_cost?: number
          rides?: number
          trip_cost?: number
        }
        Relationships: [
          {
            foreignKeyName: 'earnings_months_driver_id_fkey'
            columns: ['driver_id']
            isOneToOne: false
            referencedRelation: 'drivers'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'earnings_months_fleet_id_fkey'
            columns: ['fleet_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Fares that the desk corrected. Before the payment the fare itself changes; afterwards a lower fare is refunded, and a higher one is asked for. */
      fare_corrections: {
        Row: {
          /** The right price. */
          amount_after: number
          /** The price (trip_cost) before. */
          amount_before: number
          booking_id: string
          client_key: string
          created_at: string
          /** The admin who corrected; if two were needed, the second. */
          created_by: string | null
          customer_id: string | null
          id: string
          /** Why the fare was wrong; the rider reads it. */
          reason: string
          /** The payment request that the rider must accept; until then nothing changed. */
          request_id: string | null
          /** What the rider got back, for a correction after the payment. */
          returned: number
          /** The ledger transaction of the refund. */
          transaction_id: number | null
        }
        Insert: {
          amount_after: number
          amount_before: number
          booking_id: string
          client_key: string
          created_at?: string
          created_by?: string | null
          customer_id?: string | null
          id?: string
          reason: string
          request_id?: string | null
          returned?: number
          transaction_id?: number | null
        }
        Update: {
          amount_after?: number
          amount_before?: number
          booking_id?: string
          client_key?: string
          created_at?: string
          created_by?: string | null
          customer_id?: string | null
          id?: string
          reason?: string
          request_id?: string | null
          returned?: number
          transaction_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'fare_corrections_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'fare_corrections_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'fare_corrections_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'fare_corrections_request_id_fkey'
            columns: ['request_id']
            isOneToOne: true
            referencedRelation: 'payment_requests'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'fare_corrections_transaction_id_fkey'
            columns: ['transaction_id']
            isOneToOne: true
            referencedRelation: 'ledger_transactions'
            referencedColumns: ['id']
          }
        ]
      }
      /** A price guaranteed to one rider for ten minutes, for a route that the server measured. */
      fare_quotes: {
        Row: {
          car_type_id: string
          /** payable_amount, rounded for payment in cash. */
          cash_amount: number
          /** Value of settings.cash_unit at the time of the quote. */
          cash_unit: number
          /** taxi or delivery, copied from the car type. */
          category: string
          created_at: string
          customer_id: string
          /** The promotion's discount on trip_cost; recomputed for the final fare. */
          discount_amount: number
          /** Kilometres of the route, measured by the route service. */
          distance_in_km: number
          drop_address: string
          drop_lat: number
          drop_lng: number
          /** Name of the drop point on the server's own map; null as for pickup_point_name. */
          drop_point_name: string | null
          expires_at: string
          id: string
          /** Fare lines that the rider sees: [{key, amount, quantity?, unit?, rate?, name?, percent?}]. The operator's fee is distributed over them; their sum is trip_cost. */
          lines: Json
          /** Fare to pay: trip_cost less discount_amount. */
          payable_amount: number
          pickup_address: string
          pickup_lat: number
          pickup_lng: number
          /** Name of the pickup point on the server's own map; null without a name or if the maps provider is not a free one. pickup_address contains the address that a person entered. */
          pickup_point_name: string | null
          /** The route, as an encoded polyline. */
          polyline: string
          /** What a booking of the quote costs, part by part, as bookings.price_parts; cash_rounding applies only if it is paid in cash. */
          price_parts: Json
          /** Name (code) of the applied promotion. */
          promo_code: string | null
          /** The applied promotion. Null although promo_code is set: the promotion was deleted since. */
          promo_id: string | null
          /** Tax included in trip_cost. */
          tax_amount: number
          /** Seconds of the drive, measured by the route service. */
          time_in_secs: number
          /** The time of the trip for which the price is valid; null means now. */
          trip_at: string | null
          /** The guaranteed fare, before a promotion. */
          trip_cost: number
          used_at: string | null
          /** Stops between pickup and drop: [{lat, lng, add, point_name?}], in their order; point_name is a name as in pickup_point_name. */
          waypoints: Json
        }
        Insert: {
          car_type_id: string
          cash_amount?: never
          cash_unit?: number
          category: string
          created_at?: string
          customer_id: string
          discount_amount?: number
          distance_in_km: number
          drop_address: string
          drop_lat: number
          drop_lng: number
          drop_point_name?: string | null
          expires_at: string
          id?: string
          lines: Json
          payable_amount?: never
          pickup_address: string
          pickup_lat: number
          pickup_lng: number
          pickup_point_name?: string | null
          polyline?: string
          price_parts?: never
          promo_code?: string | null
          promo_id?: string | null
          tax_amount?: number
          time_in_secs: number
          trip_at?: string | null
          trip_cost: number
          used_at?: string | null
          waypoints?: Json
        }
        Update: {
          car_type_id?: string
          cash_amount?: never
          cash_unit?: number
          category?: string
          created_at?: string
          customer_id?: string
          discount_amount?: number
          distance_in_km?: number
          drop_address?: string
          drop_lat?: number
          drop_lng?: number
          drop_point_name?: string | null
          expires_at?: string
          id?: string
          lines?: Json
          payable_amount?: never
          pickup_address?: string
          pickup_lat?: number
          pickup_lng?: number
          pickup_point_name?: string | null
          polyline?: string
          price_parts?: never
          promo_code?: string | null
          promo_id?: string | null
          tax_amount?: number
          time_in_secs?: number
          trip_at?: string | null
          trip_cost?: number
          used_at?: string | null
          waypoints?: Json
        }
        Relationships: [
          {
            foreignKeyName: 'fare_quotes_car_type_id_fkey'
            columns: ['car_type_id']
            isOneToOne: false
            referencedRelation: 'car_types'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'fare_quotes_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'fare_quotes_promo_id_fkey'
            columns: ['promo_id']
            isOneToOne: false
            referencedRelation: 'promos'
            referencedColumns: ['id']
          }
        ]
      }
      /** Available languages, with the operator's own texts that override the built-in ones. */
      languages: {
        Row: {
          created_at: string
          /** BCP 47 tag for writing dates, such as de-CH or fa-u-nu-latn. */
          date_locale: string
          id: string
          /** Exactly one language is the default; it cannot be deleted. People who have not chosen a language get it. */
          is_default: boolean
          /** Texts by namespace and key (common.save); the key of a translation of the firm's own text, such as the name of a car type, is firm. and that text. At most 10000 with up to 2000 characters each. A new language without texts starts with those of the default language. */
          key_value_pairs: Json
          /** BCP 47 tag of the language, such as en, de or ar. It decides whether pages run left to right. */
          lang_locale: string
          /** The language's name in that language. */
          lang_name: string
          /** Number of the row's changes. An update with an outdated version is refused with version_conflict. */
          version: number
        }
        Insert: {
          created_at?: string
          date_locale?: string
          id?: string
          is_default?: boolean
          key_value_pairs: Json
          lang_locale: string
          lang_name: string
          version?: number
        }
        Update: {
          created_at?: string
          date_locale?: string
          id?: string
          is_default?: boolean
          key_value_pairs?: Json
          lang_locale?: string
          lang_name?: string
          version?: number
        }
        Relationships: []
      }
      /** Accounts of the ledger: a wallet per person and its bonus, which can only pay fares; held money per booking (paid, not yet distributed); clearing (what a provider owes us), refunds due and chargebacks per payment provider; and one account each for the rest, such as the cash that drivers handed in (cash). */
      ledger_accounts: {
        Row: {
          booking_id: string | null
          id: number
          /** Kind of account: wallet, bonus, held, clearing, refunds_due, bank, payouts_pending, tax, adjustments, revenue.* or expense.*. */
          kind: string
          /** Name under which the books add up accounts: wallet.driver for all drivers' wallets, held for all held money, clearing:<provider>, bank, … */
          label: string
          /** Name of the account for app.post_ledger: wallet:<user>, bonus:<user>, held:<booking>, clearing:<provider>, bank, … */
          name: string
          /** The payment provider, for clearing, refunds due and chargebacks; null for other accounts. */
          provider: string | null
          /** Of a wallet and its bonus: the owner's role when the wallet was opened. It never changes, so that the sums of a closed day stay the same. */
          role: string | null
          user_id: string | null
        }
        Insert: {
          booking_id?: string | null
          id?: never
          kind: string
          label?: never
          name?: never
          provider?: string | null
          role?: string | null
          user_id?: string | null
        }
        Update: {
          booking_id?: string | null
          id?: never
          kind?: string
          label?: never
          name?: never
          provider?: string | null
          role?: string | null
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'ledger_accounts_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: true
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ledger_accounts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** The amount that a transaction moves on one account. Positive: the operator owes or earned the amount. Negative: the operator has, is owed or spent the amount. */
      ledger_entries: {
        Row: {
          account_id: number
          /** Signed amount with at most four decimals. */
          amount: number
          /** Balance of wallet and bonus together after this entry; null for other accounts. */
          balance: number | null
          /** Ascends within a wallet and its bonus in the order in which the balance changed. */
          id: number
          transaction_id: number
        }
        Insert: { account_id: number; amount: number; balance?: number | null; id: number; transaction_id: number }
        Update: { account_id?: number; amount?: number; balance?: number | null; id?: number; transaction_id?: number }
        Relationships: [
          {
            foreignKeyName: 'ledger_entries_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'ledger_accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ledger_entries_transaction_id_fkey'
            columns: ['transaction_id']
            isOneToOne: false
            referencedRelation: 'ledger_transactions'
            referencedColumns: ['id']
          }
        ]
      }
      /** One event that moved money; the amounts of its entries add up to zero. */
      ledger_transactions: {
        Row: {
          booking_id: string | null
          created_at: string
          id: number
          /** Key of the event. The same key never moves money twice. */
          idempotency_key: string
          /** Why money moved: settlement, cancellation, wallet_payment, card_payment, refund, tip, withdrawal, admin_credit, referral, … */
          kind: string
        }
        Insert: { booking_id?: string | null; created_at?: string; id?: never; idempotency_key: string; kind: string }
        Update: { booking_id?: string | null; created_at?: string; id?: never; idempotency_key?: string; kind?: string }
        Relationships: [
          {
            foreignKeyName: 'ledger_transactions_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          }
        ]
      }
      /** Decisions that charged a person or gave them money: credits, fees, waived fees, charges of drivers, write-offs, and decisions about cash and tolls. Each can be reversed once, within 30 days (reverse_decision). */
      money_decisions: {
        Row: {
          /** The amount that was charged or given; 0 if a decision about cash or a toll moved nothing. */
          amount: number
          booking_id: string | null
          decided_at: string
          /** The admin who decided; null if a rule did. */
          decided_by: string | null
          /** The toll or other cost that a decision of kind extra is about. */
          extra_id: string | null
          id: string
          /** credit (to a wallet), cancellation_fee, no_show_fee (charged), no_show_waiver (a no-show fee that was not charged or given back), driver_charge, write_off, cash (how much a driver collected: decide_cash), extra (what a driver got of a toll that did not count: decide_extra), cash_in (cash that a driver handed in: take_driver_cash). */
          kind: string
          /** The reason of the decision. */
          reason: string | null
          /** The ledger transaction that reversed it; null if the decision moved no money. */
          reversal_id: number | null
          /** Why it was taken back. */
          reversal_reason: string | null
          reversed_at: string | null
          /** The admin who took the decision back; if two were needed, the second. */
          reversed_by: string | null
          /** The ledger transaction; null if the decision moved no money. */
          transaction_id: number | null
          /** The person whose money it is; of a decision about cash the one who got the difference. */
          user_id: string
        }
        Insert: {
          amount: number
          booking_id?: string | null
          decided_at?: string
          decided_by?: string | null
          extra_id?: string | null
          id?: string
          kind: string
          reason?: string | null
          reversal_id?: number | null
          reversal_reason?: string | null
          reversed_at?: string | null
          reversed_by?: string | null
          transaction_id?: number | null
          user_id: string
        }
        Update: {
          amount?: number
          booking_id?: string | null
          decided_at?: string
          decided_by?: string | null
          extra_id?: string | null
          id?: string
          kind?: string
          reason?: string | null
          reversal_id?: number | null
          reversal_reason?: string | null
          reversed_at?: string | null
          reversed_by?: string | null
          transaction_id?: number | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'money_decisions_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'money_decisions_decided_by_fkey'
            columns: ['decided_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'money_decisions_reversal_id_fkey'
            columns: ['reversal_id']
            isOneToOne: true
            referencedRelation: 'ledger_transactions'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'money_decisions_reversed_by_fkey'
            columns: ['reversed_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'money_decisions_transaction_id_fkey'
            columns: ['transaction_id']
            isOneToOne: true
            referencedRelation: 'ledger_transactions'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'money_decisions_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** The fee of each no-show. It is charged at once if the trail of positions shows that the car waited, otherwise when the desk agrees. */
      no_show_fees: {
        Row: {
          /** The fee: the last step of the car type's cancellation fees (cancel_slab) when the driver left. */
          amount: number
          booking_id: string
          created_at: string
          customer_id: string
          decided_at: string | null
          /** The admin whose decision is final; null before a decision. */
          decided_by: string | null
          objected_at: string | null
          /** Text of the rider's objection, possible within 7 days. */
          objection: string | null
          /** review: not charged until the desk agrees; charged; waived: never charged, or refunded. */
          status: string
        }
        Insert: {
          amount: number
          booking_id: string
          created_at?: string
          customer_id: string
          decided_at?: string | null
          decided_by?: string | null
          objected_at?: string | null
          objection?: string | null
          status: string
        }
        Update: {
          amount?: number
          booking_id?: string
          created_at?: string
          customer_id?: string
          decided_at?: string | null
          decided_by?: string | null
          objected_at?: string | null
          objection?: string | null
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: 'no_show_fees_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: true
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'no_show_fees_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'no_show_fees_decided_by_fkey'
            columns: ['decided_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Notices to people. The client translates `key` (docs/use/notifications.md) and fills in `params`. */
      notices: {
        Row: {
          booking_id: string | null
          created_at: string
          id: string
          /** Key of the notice's text, which the client translates. */
          key: string
          /** Values for the placeholders in the translated text. */
          params: Json
          read_at: string | null
          /** The page that opens when a person taps the notice: BookedCab and onlineChat (with booking_id), DriverTrips, Wallet or Profile. */
          screen: string | null
          user_id: string
        }
        Insert: {
          booking_id?: string | null
          created_at?: string
          id?: string
          key: string
          params?: Json
          read_at?: string | null
          screen?: string | null
          user_id: string
        }
        Update: {
          booking_id?: string | null
          created_at?: string
          id?: string
          key?: string
          params?: Json
          read_at?: string | null
          screen?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'notices_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notices_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** News of the operator to people's devices, and to the mail addresses and numbers of those who agreed. Each is sent once. */
      notifications: {
        Row: {
          /** Text of the message; shown as written, not translated. */
          body: string
          /** push, mail and sms: how it is sent. Mail and text messages only reach people who agreed to news on that channel. */
          channels: string[]
          created_at: string
          /** The admin who wrote the message. */
          created_by: string | null
          /** Devices that get the push: All, ANDROID or IOS. All includes browsers. */
          devicetype: string
          id: string
          /** Number of devices, addresses and numbers for which the message was meant when it was sent; null before. */
          recipients: number | null
          sent_at: string | null
          /** When an admin stopped it: what had not left by then was dropped. */
          stopped_at: string | null
          /** Title of the message; shown as written, not translated. */
          title: string
          /** People who get the message: All, rider or driver. */
          usertype: string
          /** Title and text in further languages, {<language>: {title, body}}. Everybody else gets title and body, which are in the firm's default language. */
          words: Json
        }
        Insert: {
          body: string
          channels?: string[]
          created_at?: string
          created_by?: string | null
          devicetype?: string
          id?: string
          recipients?: number | null
          sent_at?: string | null
          stopped_at?: string | null
          title: string
          usertype?: string
          words?: Json
        }
        Update: {
          body?: string
          channels?: string[]
          created_at?: string
          created_by?: string | null
          devicetype?: string
          id?: string
          recipients?: number | null
          sent_at?: string | null
          stopped_at?: string | null
          title?: string
          usertype?: string
          words?: Json
        }
        Relationships: [
          {
            foreignKeyName: 'notifications_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Kinds of papers that drivers hand in. A kind is switched off instead of deleted, because documents refer to it. */
      paper_kinds: {
        Row: {
          /** Whether drivers hand it in, and it counts. */
          active: boolean
          /** Whether its documents end on a day. A document that was handed in without a day stays valid. */
          has_expiry: boolean
          /** Whether a document has a number, for which the page asks. */
          has_number: boolean
          /** Name of the kind in paths, documents and notices: license, or p and a random number for a kind of the firm. */
          id: string
          /** Whether the product has a name for it. */
          is_standard: boolean
          /** The firm's name of it, which pages show in the reader's language, if that language has a text for it. Empty for a standard kind that keeps the name of the product in each language. */
          name: string
          /** From this day on (settings.time_zone) a driver works only with a verified, valid document of this kind. Null: nobody needs it to work. */
          needed_from: string | null
          /** Position in lists, from 0. */
          place: number
          /** Whose paper it is: of the driver, or of the car that the driver drives. */
          subject: string
          /** Number of the row's changes. An update with an outdated version is refused with version_conflict. */
          version: number
        }
        Insert: {
          active?: boolean
          has_expiry?: boolean
          has_number?: boolean
          id?: string
          is_standard?: boolean
          name?: string
          needed_from?: string | null
          place?: number
          subject?: string
          version?: number
        }
        Update: {
          active?: boolean
          has_expiry?: boolean
          has_number?: boolean
          id?: string
          is_standard?: boolean
          name?: string
          needed_from?: string | null
          place?: number
          subject?: string
          version?: number
        }
        Relationships: []
      }
      /** Messages of payment providers, each event once. Append-only. */
      payment_events: {
        Row: {
          /** The amount that was paid, reserved, returned or disputed, according to the provider. */
          amount: number | null
          /** The provider's id of the charge. */
          charge_ref: string | null
          /** Currency of the amount, according to the provider. */
          currency: string | null
          /** The provider's id of a chargeback. */
          dispute_ref: string | null
          due_at: string | null
          event_id: string
          /** The provider's fee for the payment, as reported. */
          fee: number | null
          id: string
          /** Effect of the event. paid: the payment is paid; late: the booking no longer waited for it, so the money was returned; repeated: already reported before; recorded: no effect, or none until the payment is paid. These are flagged for the office and move no money (payment_flags): already_paid (by another charge), charge_reused (the charge paid another payment), contradicted (the opposite was reported before), *_mismatch (amount, currency or provider differ), unknown_payment, unknown_refund (made at the provider, not by us). */
          outcome: string
          /** The provider's complete message, for the desk. */
          payload: Json
          payment_id: string | null
          /** The payment provider that sent the event. */
          provider: Database['public']['Enums']['payment_provider']
          /** The provider's reference of the payment. */
          provider_ref: string | null
          received_at: string
          refund_id: string | null
          /** The provider's id of a refund; our id is in refund_id. */
          refund_ref: string | null
          /** What the provider reports: paid, authorized, pending, failed, voided, refunded, refund_failed, chargeback, chargeback_won, chargeback_lost, or a status of its own. */
          status: string
        }
        Insert: {
          amount?: number | null
          charge_ref?: string | null
          currency?: string | null
          dispute_ref?: string | null
          due_at?: string | null
          event_id: string
          fee?: number | null
          id?: string
          outcome?: string
          payload?: Json
          payment_id?: string | null
          provider: Database['public']['Enums']['payment_provider']
          provider_ref?: string | null
          received_at?: string
          refund_id?: string | null
          refund_ref?: string | null
          status: string
        }
        Update: {
          amount?: number | null
          charge_ref?: string | null
          currency?: string | null
          dispute_ref?: string | null
          due_at?: string | null
          event_id?: string
          fee?: number | null
          id?: string
          outcome?: string
          payload?: Json
          payment_id?: string | null
          provider?: Database['public']['Enums']['payment_provider']
          provider_ref?: string | null
          received_at?: string
          refund_id?: string | null
          refund_ref?: string | null
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: 'payment_events_payment_id_fkey'
            columns: ['payment_id']
            isOneToOne: false
            referencedRelation: 'payments'
            referencedColumns: ['id']
          }
        ]
      }
      /** Decisions about events that record_payment_event only flagged. Append-only. */
      payment_flags: {
        Row: {
          created_at: string
          /** The admin who decided; if two were needed, the second. */
          created_by: string | null
          /** What happened to the money. give_back: returned to the card; book: credited to the ride that waits for it, otherwise to the customer's wallet; write_off: the operator keeps or bears it; settle: nothing was booked, because the case was solved at the provider or contained no money. */
          decision: string
          event_id: string
          /** The payment that was created for the money, with a charge of its own. */
          payment_id: string | null
          /** The reason that the admin gave. */
          reason: string
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          decision: string
          event_id: string
          payment_id?: string | null
          reason: string
        }
        Update: {
          created_at?: string
          created_by?: string | null
          decision?: string
          event_id?: string
          payment_id?: string | null
          reason?: string
        }
        Relationships: [
          {
            foreignKeyName: 'payment_flags_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payment_flags_event_id_fkey'
            columns: ['event_id']
            isOneToOne: true
            referencedRelation: 'payment_events'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payment_flags_payment_id_fkey'
            columns: ['payment_id']
            isOneToOne: false
            referencedRelation: 'payments'
            referencedColumns: ['id']
          }
        ]
      }
      /** Saved cards, with the details by which owners recognize them. Clients cannot read the provider's token, which charges a card. */
      payment_methods: {
        Row: {
          /** The provider's name of the card's brand in lower case: visa, mastercard; card if unknown. */
          brand: string
          /** The payment with which the owner consented to save the card, in app.card_consents. */
          consent_id: string
          /** When the owner consented to save the card. */
          consented_at: string
          created_at: string
          /** Month in which the card expires, 1 to 12. */
          exp_month: number
          /** Year in which the card expires, with four digits. */
          exp_year: number
          id: string
          /** The last four digits of the card's number. */
          last4: string
          /** The payment provider that stores the card. */
          provider: Database['public']['Enums']['payment_provider']
          /** When the card was last used to start a payment. */
          used_at: string
          user_id: string
        }
        Insert: {
          brand: string
          consent_id: string
          consented_at: string
          created_at?: string
          exp_month: number
          exp_year: number
          id?: string
          last4: string
          provider: Database['public']['Enums']['payment_provider']
          used_at?: string
          user_id: string
        }
        Update: {
          brand?: string
          consent_id?: string
          consented_at?: string
          created_at?: string
          exp_month?: number
          exp_year?: number
          id?: string
          last4?: string
          provider?: Database['public']['Enums']['payment_provider']
          used_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'payment_methods_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Requests to a rider to pay more for a paid ride than its receipt says. Nothing moves before the rider accepts. */
      payment_requests: {
        Row: {
          /** The amount that the rider pays in addition. */
          amount: number
          booking_id: string
          client_key: string
          created_at: string
          /** The admin who asked; null if a rule did. */
          created_by: string | null
          customer_id: string
          decided_at: string | null
          /** Until when the rider can accept. */
          expires_at: string
          id: string
          /** What is asked for: fare (the meter counted too little), toll, or damage (to the car, also cleaning it). */
          kind: string
          /** The desk's reason, which the rider reads. */
          reason: string
          /** open; accepted (paid from the wallet); declined by the rider; withdrawn by the desk. */
          status: string
          /** The ledger transaction of the payment. */
          transaction_id: number | null
        }
        Insert: {
          amount: number
          booking_id: string
          client_key: string
          created_at?: string
          created_by?: string | null
          customer_id: string
          decided_at?: string | null
          expires_at?: string
          id?: string
          kind: string
          reason: string
          status?: string
          transaction_id?: number | null
        }
        Update: {
          amount?: number
          booking_id?: string
          client_key?: string
          created_at?: string
          created_by?: string | null
          customer_id?: string
          decided_at?: string | null
          expires_at?: string
          id?: string
          kind?: string
          reason?: string
          status?: string
          transaction_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'payment_requests_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payment_requests_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payment_requests_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payment_requests_transaction_id_fkey'
            columns: ['transaction_id']
            isOneToOne: true
            referencedRelation: 'ledger_transactions'
            referencedColumns: ['id']
          }
        ]
      }
      /** Payments requested from a provider: the amount and currency that the provider's event must match, and the result. */
      payments: {
        Row: {
          /** The amount to pay: the open amount of the booking at that time, or the amount that the customer chose; for a hold the maximum to capture. */
          amount: number
          /** The amount reserved on the card by the hold; not in the ledger. */
          authorized_amount: number
          authorized_at: string | null
          booking_id: string | null
          /** The amount that was taken; for a hold at most authorized_amount. */
          captured_amount: number
          /** The provider's id of the charge; refunds, captures and chargebacks refer to it. */
          charge_ref: string | null
          client_key: string
          created_at: string
          /** Currency of the payment: settings.code at that time. */
          currency: string
          customer_id: string | null
          /** The amount of open or lost chargebacks of this payment; it cannot be refunded again. */
          disputed_amount: number
          /** When the provider stops accepting the payment; for a hold, when the reservation ends. */
          expires_at: string | null
          /** The fee that the provider keeps for this payment. */
          fee: number
          id: string
          /** Whether an amount is reserved before the ride and captured after it; `amount` is then the maximum. */
          is_hold: boolean
          paid_at: string | null
          /** The payment provider, by name. */
          provider: Database['public']['Enums']['payment_provider']
          /** The provider's reference of the payment, such as the id of a session or an order. */
          provider_ref: string | null
          /** What is paid: booking (a ride or a parcel), topup (of the wallet), tip (for the driver of booking_id) or debt (the wallet's negative balance). */
          purpose: string
          /** The amount that was returned to the card, or, for a late payment, to the wallet. */
          refunded_amount: number
          /** The payment request that a top-up pays as soon as it is paid. */
          request_id: string | null
          /** created: not decided; authorized: the amount is reserved on the card (hold); paid: the money was taken; failed; expired. A failed or expired payment may still be paid by a later event. */
          status: string
          /** The amount and what is captured or returned are multiples of this, because the provider takes no smaller part of the currency; 0 if it takes any amount. */
          step: number
        }
        Insert: {
          amount: number
          authorized_amount?: number
          authorized_at?: string | null
          booking_id?: string | null
          captured_amount?: number
          charge_ref?: string | null
          client_key: string
          created_at?: string
          currency: string
          customer_id?: string | null
          disputed_amount?: number
          expires_at?: string | null
          fee?: number
          id?: string
          is_hold?: boolean
          paid_at?: string | null
          provider: Database['public']['Enums']['payment_provider']
          provider_ref?: string | null
          purpose: string
          refunded_amount?: number
          request_id?: string | null
          status?: string
          step?: number
        }
        Update: {
          amount?: number
          authorized_amount?: number
          authorized_at?: string | null
          booking_id?: string | null
          captured_amount?: number
          charge_ref?: string | null
          client_key?: string
          created_at?: string
          currency?: string
          customer_id?: string | null
          disputed_amount?: number
          expires_at?: string | null
          fee?: number
          id?: string
          is_hold?: boolean
          paid_at?: string | null
          provider?: Database['public']['Enums']['payment_provider']
          provider_ref?: string | null
          purpose?: string
          refunded_amount?: number
          request_id?: string | null
          status?: string
          step?: number
        }
        Relationships: [
          {
            foreignKeyName: 'payments_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payments_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payments_request_id_fkey'
            columns: ['request_id']
            isOneToOne: false
            referencedRelation: 'payment_requests'
            referencedColumns: ['id']
          }
        ]
      }
      /** Result of a payout run for each driver, and the withdrawal requested. At most one withdrawal per driver and week. */
      payout_rows: {
        Row: {
          /** Amount of the withdrawal requested. */
          amount: number
          /** Wallet balance without bonus, after charges. Withdrawals requested earlier are already subtracted. */
          balance: number
          /** Sum of the driver's charges that the run has taken from the wallet before. */
          charges: number
          driver_id: string
          /** The part of the balance that cannot be withdrawn yet. */
          locked: number
          /** Result for the driver. requested; nothing: the wallet is at zero; negative: below zero, carried over to the next week; locked: the wallet contains only card money or recent tips; no_bank: no bank details; waits: bank details or a contact changed recently; failed: an error, retried by the next run. */
          outcome: string
          run_id: string
          /** Monday of the week of the run. */
          week: string
          withdrawal_id: string | null
        }
        Insert: {
          amount?: number
          balance: number
          charges?: number
          driver_id: string
          locked?: number
          outcome: string
          run_id: string
          week: string
          withdrawal_id?: string | null
        }
        Update: {
          amount?: number
          balance?: number
          charges?: number
          driver_id?: string
          locked?: number
          outcome?: string
          run_id?: string
          week?: string
          withdrawal_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'payout_rows_driver_id_fkey'
            columns: ['driver_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payout_rows_run_id_fkey'
            columns: ['run_id']
            isOneToOne: false
            referencedRelation: 'payout_runs'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payout_rows_withdrawal_id_fkey'
            columns: ['withdrawal_id']
            isOneToOne: true
            referencedRelation: 'withdraw_requests'
            referencedColumns: ['id']
          }
        ]
      }
      /** Weekly payout runs: each requests withdrawals for drivers. */
      payout_runs: {
        Row: {
          client_key: string
          /** Number of drivers processed so far. */
          drivers: number
          /** When the run finished; null while drivers are left: call run_payouts again. */
          finished_at: string | null
          id: string
          /** The last driver processed; drivers are processed in the order of ids. */
          last_driver_id: string | null
          /** Number of withdrawals requested. */
          requests: number
          started_at: string
          /** The admin who started the run; null if the schedule started it (settings.payout_weekday). */
          started_by: string | null
          /** Sum of the withdrawals requested. */
          total: number
          /** Monday of the ISO week of the run. */
          week: string
        }
        Insert: {
          client_key: string
          drivers?: number
          finished_at?: string | null
          id?: string
          last_driver_id?: string | null
          requests?: number
          started_at?: string
          started_by?: string | null
          total?: number
          week: string
        }
        Update: {
          client_key?: string
          drivers?: number
          finished_at?: string | null
          id?: string
          last_driver_id?: string | null
          requests?: number
          started_at?: string
          started_by?: string | null
          total?: number
          week?: string
        }
        Relationships: [
          {
            foreignKeyName: 'payout_runs_started_by_fkey'
            columns: ['started_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** One row per account. The person cannot change usertype, approved or ratings. */
      profiles: {
        Row: {
          /** Whether the person may use the app. Without approval a person can only submit documents and edit the profile. false means not approved yet, or suspended (suspended_at). */
          approved: boolean
          /** The part of wallet_balance that can only pay fares, not tips or withdrawals. Written only by the ledger. */
          bonus_balance: number
          created_at: string
          /** The staff member who added this person. Of the two people who request and approve a payment, neither may have added the other, directly or through others. */
          created_by: string | null
          /** The format in which dates are written for this person. */
          date_locale: string | null
          /** When the account was deleted. Personal data is removed then; rides and money stay. */
          deleted_at: string | null
          /** The account's e-mail address, copied from Auth. Its owner verified it with a code, or staff entered it. */
          email: string | null
          /** Whether the e-mail address was given at sign-up; then only an admin can change it. */
          email_locked: boolean
          /** The person's first name; empty until given. */
          first_name: string
          id: string
          /** The language in which this person uses the app. */
          lang_locale: string | null
          /** The person's last name; empty until given. */
          last_name: string
          /** The person's phone number in E.164 form (+4235550101). In an account created with a phone number, this number signs in. */
          mobile: string | null
          /** Whether an admin wrote the number that the profile has now. Otherwise, if no code verified it, the person only claims it. */
          mobile_by_staff: boolean
          /** Whether the number was given at sign-up; then only an admin can change it. */
          mobile_locked: boolean
          /** Whether a code verified the number. An unverified number is only a contact and proves no identity. */
          mobile_verified: boolean
          /** Path of the person's picture in the bucket `users`: <id>/profileImage. */
          profile_image: string | null
          /** Average of the stars received, rounded to one decimal; null before the first rating. */
          rating: number | null
          /** Number of ratings received. */
          rating_count: number
          /** The person's invitation code: five letters. */
          referral_id: string
          /** How the account was created; it decides which contact the person may change. */
          reg_type: string
          /** Invitation code (referral_id) of the person who invited this one. */
          signup_via_referral: string | null
          /** Role of an admin, which decides what they may do (staff_permissions); owner by default. Null for everyone else. */
          staff_role: Database['public']['Enums']['staff_role'] | null
          /** When the person's approval was taken away; null for people who were never approved. A trigger sets it whenever approved changes. */
          suspended_at: string | null
          /** The reason for the suspension that staff gave; the person may read it. */
          suspended_reason: string | null
          /** Role of the person: rider, driver, admin or fleetadmin. */
          usertype: Database['public']['Enums']['user_type']
          /** Number of changes of name, number, role, approval and car. An update with an outdated version is refused with version_conflict. */
          version: number
          /** Balance of the person's wallet including bonus_balance. Written only by the ledger; equals the sum of the ledger entries of both. */
          wallet_balance: number
        }
        Insert: {
          approved?: boolean
          bonus_balance?: number
          created_at?: string
          created_by?: string | null
          date_locale?: string | null
          deleted_at?: string | null
          email?: string | null
          email_locked?: never
          first_name?: string
          id: string
          lang_locale?: string | null
          last_name?: string
          mobile?: string | null
          mobile_by_staff?: boolean
          mobile_locked?: never
          mobile_verified?: boolean
          profile_image?: string | null
          rating?: number | null
          rating_count?: number
          referral_id: string
          reg_type?: string
          signup_via_referral?: string | null
          staff_role?: Database['public']['Enums']['staff_role'] | null
          suspended_at?: string | null
          suspended_reason?: string | null
          usertype?: Database['public']['Enums']['user_type']
          version?: number
          wallet_balance?: number
        }
        Update: {
          approved?: boolean
          bonus_balance?: number
          created_at?: string
          created_by?: string | null
          date_locale?: string | null
          deleted_at?: string | null
          email?: string | null
          email_locked?: never
          first_name?: string
          id?: string
          lang_locale?: string | null
          last_name?: string
          mobile?: string | null
          mobile_by_staff?: boolean
          mobile_locked?: never
          mobile_verified?: boolean
          profile_image?: string | null
          rating?: number | null
          rating_count?: number
          referral_id?: string
          reg_type?: string
          signup_via_referral?: string | null
          staff_role?: Database['public']['Enums']['staff_role'] | null
          suspended_at?: string | null
          suspended_reason?: string | null
          usertype?: Database['public']['Enums']['user_type']
          version?: number
          wallet_balance?: number
        }
        Relationships: [
          {
            foreignKeyName: 'profiles_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Which booking uses which promotion. promos.user_avail counts the rows that are not released. */
      promo_uses: {
        Row: {
          booking_id: string
          created_at: string
          promo_id: string
          settled_at: string | null
          /** Whether another person used the promotion on the same device. Such a use is valid, because families share phones; the desk judges it. */
          shared_device: boolean
          /** reserved when the booking is created, consumed when it is paid, released when it is cancelled or when the final fare is below the promotion's minimum. */
          status: string
          user_id: string
        }
        Insert: {
          booking_id: string
          created_at?: string
          promo_id: string
          settled_at?: string | null
          shared_device?: boolean
          status?: string
          user_id: string
        }
        Update: {
          booking_id?: string
          created_at?: string
          promo_id?: string
          settled_at?: string | null
          shared_device?: boolean
          status?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'promo_uses_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: true
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'promo_uses_promo_id_fkey'
            columns: ['promo_id']
            isOneToOne: false
            referencedRelation: 'promos'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'promo_uses_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Codes that reduce a fare. Each can be used once per rider, verified number and e-mail address. */
      promos: {
        Row: {
          created_at: string
          id: string
          /** Whether riders see the promotion in their list. An unlisted promotion works for riders who know the code. */
          listed: boolean
          /** Maximum discount as an amount; null or 0: no maximum. */
          max_promo_discount_value: number | null
          /** Minimum quoted fare. The final fare must reach it, too, or be at least 80 percent of the quote. */
          min_order: number
          /** The description that riders read. */
          promo_description: string
          /** Whether promo_discount_value is an amount (flat) or a percentage (percentage). */
          promo_discount_type: string
          /** The discount, as an amount or as percent of the fare (promo_discount_type). */
          promo_discount_value: number
          /** The code that riders type; upper and lower case are the same. */
          promo_name: string
          /** Maximum number of bookings that may use the promotion. */
          promo_usage_limit: number
          /** The last day on which the promotion is valid, until midnight in settings.time_zone. */
          promo_validity: string
          /** Number of bookings that use the promotion (reserved or consumed). Written only by functions. */
          user_avail: number
          /** Number of the row's changes. An update with an outdated version is refused with version_conflict. */
          version: number
        }
        Insert: {
          created_at?: string
          id?: string
          listed?: boolean
          max_promo_discount_value?: number | null
          min_order?: number
          promo_description?: string
          promo_discount_type?: string
          promo_discount_value: number
          promo_name: string
          promo_usage_limit: number
          promo_validity: string
          user_avail?: number
          version?: number
        }
        Update: {
          created_at?: string
          id?: string
          listed?: boolean
          max_promo_discount_value?: number | null
          min_order?: number
          promo_description?: string
          promo_discount_type?: string
          promo_discount_value?: number
          promo_name?: string
          promo_usage_limit?: number
          promo_validity?: string
          user_avail?: number
          version?: number
        }
        Relationships: []
      }
      /** Lines of providers' reports, unique by reference, and what in our data matches each. */
      provider_lines: {
        Row: {
          at: string
          /** The charge to which the line refers, or the id of our payment. */
          charge_ref: string | null
          /** The provider's fee. gross - fee is the change of what the provider owes us. */
          fee: number
          /** Amount before the fee; positive: it came to us, negative: it left us. */
          gross: number
          /** What the line is about: charge, refund, chargeback, chargeback_won, fee, payout or adjustment. */
          kind: string
          /** The amount in our books for the same movement, with its sign; null if there is none. */
          ledger_amount: number | null
          /** The provider's reference of the line. Because it is unique, importing a report twice changes nothing. */
          line_ref: string
          /** Result of the comparison when the report was imported: matched, missing_here (not in our books), amount_differs; accepted: staff booked the difference later. */
          outcome: string
          payment_id: string | null
          /** The payment provider whose report contains the line. */
          provider: Database['public']['Enums']['payment_provider']
        }
        Insert: {
          at: string
          charge_ref?: string | null
          fee?: number
          gross: number
          kind: string
          ledger_amount?: number | null
          line_ref: string
          outcome: string
          payment_id?: string | null
          provider: Database['public']['Enums']['payment_provider']
        }
        Update: {
          at?: string
          charge_ref?: string | null
          fee?: number
          gross?: number
          kind?: string
          ledger_amount?: number | null
          line_ref?: string
          outcome?: string
          payment_id?: string | null
          provider?: Database['public']['Enums']['payment_provider']
        }
        Relationships: []
      }
      /** The devices that get a person's push messages. A device belongs to the last person who signed in on it. */
      push_tokens: {
        Row: {
          /** The kinds of messages that the person wants on this device: trips, chat, wallet, news. */
          channels: string[]
          created_at: string
          /** What the owner calls the device; at first what the device says, such as the browser's name. null if unknown. */
          name: string | null
          /** Kind of device: IOS, ANDROID or WEB (a browser). */
          platform: string
          seen_at: string
          /** The token with which the push service addresses the device. */
          token: string
          user_id: string
        }
        Insert: {
          channels?: string[]
          created_at?: string
          name?: string | null
          platform: string
          seen_at?: string
          token: string
          user_id: string
        }
        Update: {
          channels?: string[]
          created_at?: string
          name?: string | null
          platform?: string
          seen_at?: string
          token?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'push_tokens_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Comments and tags of ratings. The receiver reads them with rating_details(), without names and dates. */
      rating_comments: {
        Row: {
          booking_id: string
          /** The author's text, at most 1000 characters. */
          comment: string | null
          created_at: string
          from_id: string
          /** Keys of praise or complaints that the author chose from app.rating_tags(). */
          tags: string[]
          to_id: string
        }
        Insert: {
          booking_id: string
          comment?: string | null
          created_at?: string
          from_id: string
          tags?: string[]
          to_id: string
        }
        Update: {
          booking_id?: string
          comment?: string | null
          created_at?: string
          from_id?: string
          tags?: string[]
          to_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'rating_comments_booking_id_from_id_fkey'
            columns: ['booking_id', 'from_id']
            isOneToOne: true
            referencedRelation: 'ratings'
            referencedColumns: ['booking_id', 'from_id']
          },
          {
            foreignKeyName: 'rating_comments_to_id_fkey'
            columns: ['to_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** The stars that one person gave another for one booking. */
      ratings: {
        Row: {
          booking_id: string
          /** Whether the receiver's average and notices already include the rating; never before shown_from. */
          counted: boolean
          created_at: string
          from_id: string
          /** From when the receiver may see the rating: once both have rated, or after 24 hours. Otherwise the second rating would be an answer to the first. */
          shown_from: string
          /** Number of stars, 1 to 5. */
          stars: number
          to_id: string
        }
        Insert: {
          booking_id: string
          counted?: boolean
          created_at?: string
          from_id: string
          shown_from?: string
          stars: number
          to_id: string
        }
        Update: {
          booking_id?: string
          counted?: boolean
          created_at?: string
          from_id?: string
          shown_from?: string
          stars?: number
          to_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'ratings_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ratings_from_id_fkey'
            columns: ['from_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ratings_to_id_fkey'
            columns: ['to_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** One receipt per paid booking, which is its invoice, a credit note for each later refund, and an addition for what the rider accepted to pay later, numbered in one series per year. Append-only. The names of rider and driver are not included: they are in the booking, which deletes the names of deleted accounts. */
      receipts: {
        Row: {
          booking_id: string
          /** The data on the document: {company, money: {code, symbol, decimal, swipe_symbol, time_zone, country, convert_to_mile}, trip: {reference, category, car_type, vehicle_number, vehicle, pickup, stops: [], drop, pickup_at, drop_at, distance, secs}, and of a receipt: lines, total, tax, tax_percent, tax_name, discount, promo_code, rounding, parts (what makes due of total: bookings.price_parts), due, payments: [{way: wallet|card|cash|goodwill|written_off, provider?, amount}], paid_at; of a credit note: receipt, receipt_at, amount, tax, tax_percent, tax_name, ways: [{way: wallet|card, amount}], at}. */
          content: Json
          /** The rider, copied from the booking for the policies, like fleet_id. */
          customer_id: string | null
          fleet_id: string | null
          id: string
          issued_at: string
          /** receipt; credit_note: money was returned after the receipt; addition: the rider paid more after it. The contents of the last two contain the number of the receipt. */
          kind: string
          /** The language of the rider when it was issued. */
          lang: string
          /** The printed number: series, year and serial with at least six digits, such as R-2026-000001. */
          number: string
          /** Number within series and year: 1, 2, 3, … without a gap, in the order of issue. The very first series begins with settings.receipt_start. */
          serial: number
          /** Value of settings.receipt_prefix when it was issued; another prefix starts another series. */
          series: string
          /** The transaction in the ledger to which a credit note or an addition belongs; null for a receipt. */
          transaction_id: number | null
          /** Year in which it was issued, in settings.time_zone. */
          year: number
        }
        Insert: {
          booking_id: string
          content: Json
          customer_id?: string | null
          fleet_id?: string | null
          id?: string
          issued_at?: string
          kind: string
          lang?: string
          number: string
          serial: number
          series: string
          transaction_id?: number | null
          year: number
        }
        Update: {
          booking_id?: string
          content?: Json
          customer_id?: string | null
          fleet_id?: string | null
          id?: string
          issued_at?: string
          kind?: string
          lang?: string
          number?: string
          serial?: number
          series?: string
          transaction_id?: number | null
          year?: number
        }
        Relationships: [
          {
            foreignKeyName: 'receipts_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'receipts_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'receipts_fleet_id_fkey'
            columns: ['fleet_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'receipts_transaction_id_fkey'
            columns: ['transaction_id']
            isOneToOne: true
            referencedRelation: 'ledger_transactions'
            referencedColumns: ['id']
          }
        ]
      }
      /** Money that was or will be returned to a rider. A refund to a card is in the ledger account refunds_due until the provider confirms it. */
      refunds: {
        Row: {
          /** The amount that is returned. */
          amount: number
          booking_id: string | null
          created_at: string
          /** The admin who made the refund; null if it was automatic. */
          created_by: string | null
          customer_id: string | null
          done_at: string | null
          id: string
          /** The card payment that is returned; null if the refund went to the wallet. */
          payment_id: string | null
          /** The provider's id of the refund. */
          provider_ref: string | null
          /** Why money is returned: the reason that an admin gave, or cancelled, late_payment or topup_returned. */
          reason: string
          /** due: the provider has not confirmed it; done; failed: the provider refused, and the wallet got the money; dropped: not sent, because a chargeback returned the money. */
          status: string
        }
        Insert: {
          amount: number
          booking_id?: string | null
          created_at?: string
          created_by?: string | null
          customer_id?: string | null
          done_at?: string | null
          id?: string
          payment_id?: string | null
          provider_ref?: string | null
          reason: string
          status?: string
        }
        Update: {
          amount?: number
          booking_id?: string | null
          created_at?: string
          created_by?: string | null
          customer_id?: string | null
          done_at?: string | null
          id?: string
          payment_id?: string | null
          provider_ref?: string | null
          reason?: string
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: 'refunds_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'refunds_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'refunds_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'refunds_payment_id_fkey'
            columns: ['payment_id']
            isOneToOne: false
            referencedRelation: 'payments'
            referencedColumns: ['id']
          }
        ]
      }
      /** Cheaper routes that riders requested after a driver accepted, with the driver's answer. While a proposal is open the old route applies. */
      route_proposals: {
        Row: {
          answered_at: string | null
          /** The rider who requested the route. */
          asked_by: string
          at: string
          booking_id: string
          client_key: string
          /** Address of the new drop. */
          drop_address: string
          id: string
          quote_id: string
          /** open; accepted or declined by the driver; withdrawn by the rider, or automatically because the booking continued without an answer. */
          status: string
          /** The fare of the new route. */
          trip_cost: number
        }
        Insert: {
          answered_at?: string | null
          asked_by: string
          at?: string
          booking_id: string
          client_key: string
          drop_address?: string
          id?: string
          quote_id: string
          status?: string
          trip_cost: number
        }
        Update: {
          answered_at?: string | null
          asked_by?: string
          at?: string
          booking_id?: string
          client_key?: string
          drop_address?: string
          id?: string
          quote_id?: string
          status?: string
          trip_cost?: number
        }
        Relationships: [
          {
            foreignKeyName: 'route_proposals_asked_by_fkey'
            columns: ['asked_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'route_proposals_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'route_proposals_quote_id_fkey'
            columns: ['quote_id']
            isOneToOne: false
            referencedRelation: 'fare_quotes'
            referencedColumns: ['id']
          }
        ]
      }
      /** Places of a rider. A ride that ends within 100 m of a saved place increases its count. */
      saved_addresses: {
        Row: {
          /** Number of rides that ended at the place. */
          count: number
          created_at: string
          /** Address of the place, as text. */
          description: string
          id: string
          /** The rider's name for the place (home, work, …); null for places that rides added. */
          label: string | null
          lat: number
          lng: number
          user_id: string
        }
        Insert: {
          count?: number
          created_at?: string
          description: string
          id?: string
          label?: string | null
          lat: number
          lng: number
          user_id: string
        }
        Update: {
          count?: number
          created_at?: string
          description?: string
          id?: string
          label?: string | null
          lat?: number
          lng?: number
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'saved_addresses_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** One row with all settings of the operator. */
      settings: {
        Row: {
          /** Whether people choose the country of their phone number when they sign in. */
          allow_country_selection: boolean
          /** Whether admins may make critical changes. If off, demo mode is on. Only the service role changes it. */
          allow_critical_edits_admin: boolean
          /** Whether the driver takes a picture when fetching a parcel. */
          allow_delivery_pickup_image_capture: boolean
          /** Whether the driver takes a picture when delivering a parcel. */
          allow_final_delivery_image_capture: boolean
          /** What riders can book: taxi, delivery or both. */
          app_category: string
          /** Name of the app in the page's header and footer and in messages. */
          app_name: string
          /** Link to the riders' app in Apple's App Store; empty hides it. */
          apple_store_link: string
          /** Seconds that a driver has to answer an offer by the desk. */
          assign_timeout: number
          /** Whether the system searches for drivers; if off, admins assign them. */
          auto_dispatch: boolean
          /** Hours that withdrawals wait after a person's bank details or verified contact changed; 0: none. */
          bank_change_hours: number
          /** Whether people may store bank details; if off, set_bank_details refuses. */
          bank_fields: boolean
          /** Amount that the inviter and the invited person each receive for a referral. This money can only pay fares. */
          bonus: number
          /** The firm's colour (#rrggbb) of buttons, routes, mails and the installed app; empty: the built-in one. Pages derive tints from it that people can read in light and in dark. */
          brand_color: string
          /** Minutes on duty after which the app tells a driver to take a break; 0: never. */
          break_after_minutes: number
          /** Minimum minutes off duty that count as a break. */
          break_minutes: number
          /** Percent of a cancellation fee that goes to the driver who came in vain, once the rider has paid the fee. */
          cancellation_driver_percent: number
          /** Whether push messages use the Android channel bookings-repeat, whose sound repeats. */
          car_horn_repeat: boolean
          /** Percent above the fare that is reserved on a card before a ride, for waiting, a longer route and extras. */
          card_hold_percent: number
          /** Whether people may pay by card. Parcels, which riders pay in advance, need it. */
          card_payments: boolean
          /** Maximum amount that the operator pays for one driver and day because drivers without a signal collected less cash than the fare; 0: nothing. */
          cash_goodwill: number
          /** Whether new bookings may be paid in cash. At least one of cash and cards is on. */
          cash_payments: boolean
          /** Cash amounts are rounded to multiples of this, such as 0.05 if no smaller coin exists; 0: no rounding. */
          cash_unit: number
          /** What happens if a rider changes to a cheaper route after a driver accepted. agree: the driver must consent. compensate: the driver is paid a part of the difference. */
          cheaper_route: string
          /** With cheaper_route compensate, the percent of the difference that the driver is paid. */
          cheaper_route_percent: number
          /** Currency of quotes and payments (ISO 4217). */
          code: string
          /** Most codes by text message to one number within an hour. */
          codes_per_number: number
          /** Most codes by text message within an hour to numbers that differ only in their last four digits. A third as many while nobody who proved a number has one of them, a tenth while codes sent there are not entered. */
          codes_per_prefix: number
          /** The operator's address, shown on the contact page. */
          company_address: string
          /** The operator's account that pays drivers; used in payment files and on invoices. */
          company_bank_account: string
          /** BIC of the bank of company_bank_account. */
          company_bank_code: string
          /** The operator's name, shown on the contact page and in the footer. */
          company_name: string
          /** The operator's phone number, shown on the contact page: E.164, perhaps with an extension (+4235550101;ext=12), or a short number. */
          company_phone: string
          /** Where the operator is registered, and the number there; shown on receipts, the contact page, the privacy policy and the terms. */
          company_registration: string
          /** The operator's tax number, printed on receipts. */
          company_tax_number: string
          /** URL of the operator's terms. */
          company_terms: string
          /** The operator's website, linked in the footer and on the contact page. */
          company_website: string
          /** The operator's e-mail address, shown on the contact page. */
          contact_email: string
          /** Whether tariffs, quotes and driver_radius are in miles instead of kilometres. */
          convert_to_mile: boolean
          /** Country of the operator, as ISO 3166 code with two letters. It decides how numbers and dates are written, and where addresses are searched. */
          country: string
          /** Maximum amount that one admin may credit and refund within a day, in total and to one person; above it a second admin must approve. Null: no limit. */
          credit_limit: number | null
          /** Number of decimals of money. It cannot change, like `code`, once the ledger has entries. */
          decimal: number
          /** Which drivers get an offer. waves: the nearest wave_size drivers who were not asked yet, wave_count times, then again every minute. all: all drivers within driver_radius at once. */
          dispatch_mode: string
          /** Whether drivers who register or are added by a fleet must be approved by an admin; fleet admins cannot approve. */
          driver_approval: boolean
          /** Maximum distance from the pickup to a driver who gets an offer: kilometres, or miles with convert_to_mile. */
          driver_radius: number
          /** Whether the driver of a trip under way reads what its people write to the firm by text message; the number is masked, and the texts leave the driver's page when the trip ends. */
          driver_reads_texts: boolean
          /** Whether drivers without a fleet are the operator's employees: the whole price of a ride that such a driver accepts is the operator's, and the cash that they collect is the operator's until they hand it in. If off, they earn the price less the convenience fee. */
          drivers_employed: boolean
          /** Whether going on duty requires a position, either passed with the call or at most a minute old. If off, the driver may report it afterwards, but gets no offers until then. */
          duty_needs_position: boolean
          /** Websites that may embed the booking widget, as origins such as https://hotel.example; empty: none. */
          embed_origins: string[]
          /** Maximum bookings and people that one staff member may read within a day; above it a second person must approve. Null or 0: no limit. */
          export_limit: number | null
          /** Maximum amount of one toll or other extra of a trip; 0 allows none. */
          extra_limit: number
          /** The operator's Facebook page, as handle or URL; linked on the contact page. */
          facebook_handle: string
          /** Whether the sign-in page shows the button of a social network. */
          facebook_login_enabled: boolean
          /** How a taxi fare is computed at the end. metered: by the driven route. upfront: as quoted, plus waiting and extras. */
          fare_mode: string
          /** Percent of a driver's share that goes to the driver's fleet when a booking is paid. */
          fleet_percent: number
          /** How many accepted bookings a rider may cancel without a fee within 24 hours; each further cancellation costs at least the lowest fee in cancel_slab of the car type. */
          free_cancellations: number
          /** Minutes that a driver waits at the pickup free of charge. */
          free_wait: number
          /** Whether the landing page shows cars side by side. */
          horizontal_view: boolean
          id: number
          /** The operator's Instagram account, as handle or URL; linked on the contact page. */
          instagram_handle: string
          /** How many minutes back a step of a trip may be dated, if the driver's phone was offline and sends it later. */
          late_report_minutes: number
          /** How many minutes after the promised arrival text_delayed and mail_delayed tell of it. */
          late_text_minutes: number
          /** Whether drivers may claim later bookings (bookings for a later time, not for now) before the search for a driver begins. */
          later_claims: boolean
          /** Maximum later bookings that one driver may have claimed at a time. */
          later_claims_max: number
          /** Maximum days ahead for a later booking. */
          later_days: number
          /** Minutes before trip_at at which a later booking is offered to drivers. A driver who has claimed it is busy with it from then on. */
          lead_minutes: number
          /** The texts of the privacy policy and the terms: gdpr (European law) or plain. none: none was chosen, the privacy policy is a short one, and nothing links to the terms. */
          legal_template: string
          /** Path of the operator's logo in the storage bucket `company`; empty shows the built-in one. */
          logo: string
          /** Who gets this by mail instead, if there is no text: whose texts of this kind are off or used up, or who has no number, or one that stopped texts. The same values; only verified addresses. People with the app get it only if none of their devices shows the push within 20 seconds. */
          mail_booked: string
          /** The same, when the booking was cancelled. */
          mail_cancelled: string
          /** The same, when the route changed. */
          mail_changed: string
          /** The same, when the car is late. */
          mail_delayed: string
          /** The same, when a driver is assigned. */
          mail_driver: string
          /** The same, when the car is there. */
          mail_outside: string
          /** The same, when the trip is paid, with a link to it. */
          mail_receipt: string
          /** Whether a driver may get a booking that brings the wallet below zero. */
          negative_balance: boolean
          /** Most people who sign up within an hour from one network (the first 24 bits of an IPv4 address, 48 of IPv6). 0: no limit. */
          newcomers_per_network: number
          /** A driver this many km or less from the drop may already get the next ride; 0: never during a trip. */
          next_job_km: number
          /** Seconds that a driver has to answer an offer. */
          offer_timeout: number
          /** What happens to a booking if the assigned driver declines while auto_dispatch is off. cancel: it is cancelled. requeue: the desk assigns it again. */
          on_decline: string
          /** Whether new bookings have a five-digit start code, which the rider tells the driver. */
          otp_secure: boolean
          /** Emergency number in E.164 form or a short one such as 112, the first button of every safety sheet and of a taxi ride under way; empty hides these buttons, and the settings warn. */
          panic: string
          /** Maximum parcels from one sender's door that a driver carries at once, if the car has room; 1: one at a time. */
          parcels_at_once: number
          /** Maximum amount of withdrawals that one admin may complete within a day, in total and to one person; above it a second admin must approve. Null: no limit. */
          payout_limit: number | null
          /** Day of the weekly payout run: 1 Monday to 7 Sunday. Null: staff starts each run. */
          payout_weekday: number | null
          /** Days without a sign-in after which a phone number is no longer enough to sign in, because it may have a new owner. 0: never. */
          phone_dormant_days: number
          /** Link to the riders' app in Google's Play Store; empty hides it. */
          play_store_link: string
          /** When the night begins in which texts wait, as 22:00 in time_zone; empty: never. Texts about a trip within two hours go out all the same, and so do codes. */
          quiet_from: string
          /** When that night ends. */
          quiet_to: string
          /** Text before the number of a receipt, such as R-. Another prefix starts another series. */
          receipt_prefix: string
          /** Number of the first receipt, for a firm that has issued receipts before. It cannot change once there is a receipt; each further year and prefix begins with 1. */
          receipt_start: number
          /** Minimum kilometres of the ride that earns a referral bonus. */
          referral_min_km: number
          /** Minimum minutes of the ride that earns a referral bonus. */
          referral_min_minutes: number
          /** Maximum number of bonuses that one person earns per month by inviting others. */
          referral_monthly_cap: number
          /** Where money of a paid booking is refunded, for example after it was cancelled: to the rider's wallet (wallet), or to the card that paid (source). */
          refund_to: string
          /** Minutes before trip_at at which rider and driver of a later booking are reminded. */
          reminder_minutes: number
          /** Whether the address search only finds addresses in `country`. */
          restrict_country: boolean
          /** Whether riders may request withdrawals; if off, only drivers may. */
          rider_with_draw: boolean
          /** Minutes after the first offer at which the search for a driver ends and the booking is cancelled. */
          search_minutes: number
          /** Whether drivers enter the car's mileage at the start and end of a shift. */
          shift_mileage: boolean
          /** Whether drivers take pictures of the car at the start of a shift. */
          shift_photos: boolean
          /** Whether the trip page draws the remaining route. */
          show_live_route: boolean
          /** Countries to whose numbers codes are sent by text message, as ISO codes with spaces between; *: all; empty: `country` and its neighbours. */
          sms_countries: string
          /** Most parts of text messages within a day of time_zone, codes and others together; numbers that nobody has proved get at most half of them. Null: no limit. */
          sms_day_limit: number | null
          /** What one part of a text message costs, in `code`; it estimates what providers do not report. Null: unknown. */
          sms_price: number | null
          /** Whether admins and fleet admins must confirm each sign-in with a second factor (an authenticator app). */
          staff_second_factor: boolean
          /** Whether drivers may take passengers who hail them in the street. */
          street_trips: boolean
          /** Whether the currency symbol is written after the amount. */
          swipe_symbol: boolean
          /** Currency symbol for display only; the currency itself is in `code`. */
          symbol: string
          /** What people call this tax in the operator's country, such as VAT, MwSt. or GST; empty: the word for tax in the reader's language. */
          tax_name: string
          /** Tax (VAT) percentage that fares include; shown on the receipt. */
          tax_percent: number
          /** Whether the desk takes orders. If off, the portal has no page for them. */
          telephone_orders: boolean
          /** Whether the test payment provider, which moves no money, may confirm payments. Must be off in production. */
          test_payments: boolean
          /** Who is texted that a trip is booked, with a link to follow it: off, without_app (guests, recipients of parcels, and customers who are signed in nowhere) or everybody. With everybody, people with the app are texted only if none of their devices shows the push within 20 seconds. */
          text_booked: string
          /** The same, when the booking was cancelled, with the office's reason. */
          text_cancelled: string
          /** The same, when the route changed. */
          text_changed: string
          /** The same, when the car comes late_text_minutes later than promised, once per booking. */
          text_delayed: string
          /** The same, when a driver is assigned: car, plate and minutes. */
          text_driver: string
          /** The same, when the car is there. */
          text_outside: string
          /** The same, when the trip is paid: what it cost. */
          text_receipt: string
          /** Time zone of the operator; it decides when days and months begin. */
          time_zone: string
          /** Days during which a driver cannot withdraw tips that were paid by card or from a card top-up, and a rider cannot withdraw cash above a fare that only the driver reported. */
          tip_lock_days: number
          /** Maximum sum of tips by card for one ride. */
          tip_max: number
          /** Days during which money topped up by card cannot be withdrawn, but only refunded to the card. */
          topup_lock_days: number
          /** Maximum amount of a top-up. */
          topup_max: number
          /** Minimum amount of a top-up. */
          topup_min: number
          /** The operator's Twitter account, as handle or URL; linked on the contact page. */
          twitter_handle: string
          /** Whether a second admin must approve that the wait after a change of bank details ends early. */
          two_people_bank: boolean
          updated_at: string
          /** Whether distances come from the maps provider's matrix service. */
          use_distance_matrix: boolean
          /** Number of the row's changes. An update with an outdated version is refused with version_conflict. */
          version: number
          /** Amounts that the page suggests for topping up a wallet. */
          wallet_money_field: string[]
          /** Number of waves in which the search grows to driver_radius; then it pauses for a minute and starts again. */
          wave_count: number
          /** Number of drivers who get an offer at the same time (a wave). */
          wave_size: number
        }
        Insert: {
          allow_country_selection?: boolean
          allow_critical_edits_admin?: boolean
          allow_delivery_pickup_image_capture?: boolean
          allow_final_delivery_image_capture?: boolean
          app_category?: string
          app_name?: string
          apple_store_link?: string
          assign_timeout?: number
          auto_dispatch?: boolean
          bank_change_hours?: number
          bank_fields?: boolean
          bonus?: number
          brand_color?: string
          break_after_minutes?: number
          break_minutes?: number
          cancellation_driver_percent?: number
          car_horn_repeat?: boolean
          card_hold_percent?: number
          card_payments?: boolean
          cash_goodwill?: number
          cash_payments?: boolean
          cash_unit?: number
          cheaper_route?: string
          cheaper_route_percent?: number
          code?: string
          codes_per_number?: number
          codes_per_prefix?: number
          company_address?: string
          company_bank_account?: string
          company_bank_code?: string
          company_name?: string
          company_phone?: string
          company_registration?: string
          company_tax_number?: string
          company_terms?: string
          company_website?: string
          contact_email?: string
          convert_to_mile?: boolean
          country?: string
          credit_limit?: number | null
          decimal?: number
          dispatch_mode?: string
          driver_approval?: boolean
          driver_radius?: number
          driver_reads_texts?: boolean
          drivers_employed?: boolean
          duty_needs_position?: boolean
          embed_origins?: string[]
          export_limit?: number | null
          extra_limit?: number
          facebook_handle?: string
          facebook_login_enabled?: boolean
          fare_mode?: string
          fleet_percent?: number
          free_cancellations?: number
          free_wait?: number
          horizontal_view?: boolean
          id?: number
          instagram_handle?: string
          late_report_minutes?: number
          late_text_minutes?: number
          later_claims?: boolean
          later_claims_max?: number
          later_days?: number
          lead_minutes?: number
          legal_template?: string
          logo?: string
          mail_booked?: string
          mail_cancelled?: string
          mail_changed?: string
          mail_delayed?: string
          mail_driver?: string
          mail_outside?: string
          mail_receipt?: string
          negative_balance?: boolean
          newcomers_per_network?: number
          next_job_km?: number
          offer_timeout?: number
          on_decline?: string
          otp_secure?: boolean
          panic?: string
          parcels_at_once?: number
          payout_limit?: number | null
          payout_weekday?: number | null
          phone_dormant_days?: number
          play_store_link?: string
          quiet_from?: string
          quiet_to?: string
          receipt_prefix?: string
          receipt_start?: number
          referral_min_km?: number
          referral_min_minutes?: number
          referral_monthly_cap?: number
          refund_to?: string
          reminder_minutes?: number
          restrict_country?: boolean
          rider_with_draw?: boolean
          search_minutes?: number
          shift_mileage?: boolean
          shift_photos?: boolean
          show_live_route?: boolean
          sms_countries?: string
          sms_day_limit?: number | null
          sms_price?: number | null
          staff_second_factor?: boolean
          street_trips?: boolean
          swipe_symbol?: boolean
          symbol?: string
          tax_name?: string
          tax_percent?: number
          telephone_orders?: boolean
          test_payments?: boolean
          text_booked?: string
          text_cancelled?: string
          text_changed?: string
          text_delayed?: string
          text_driver?: string
          text_outside?: string
          text_receipt?: string
          time_zone?: string
          tip_lock_days?: number
          tip_max?: number
          topup_lock_days?: number
          topup_max?: number
          topup_min?: number
          twitter_handle?: string
          two_people_bank?: boolean
          updated_at?: string
          use_distance_matrix?: boolean
          version?: number
          wallet_money_field?: string[]
          wave_count?: number
          wave_size?: number
        }
        Update: {
          allow_country_selection?: boolean
          allow_critical_edits_admin?: boolean
          allow_delivery_pickup_image_capture?: boolean
          allow_final_delivery_image_capture?: boolean
          app_category?: string
          app_name?: string
          apple_store_link?: string
          assign_timeout?: number
          auto_dispatch?: boolean
          bank_change_hours?: number
          bank_fields?: boolean
          bonus?: number
          brand_color?: string
          break_after_minutes?: number
          break_minutes?: number
          cancellation_driver_percent?: number
          car_horn_repeat?: boolean
          card_hold_percent?: number
          card_payments?: boolean
          cash_goodwill?: number
          cash_payments?: boolean
          cash_unit?: number
          cheaper_route?: string
          cheaper_route_percent?: number
          code?: string
          codes_per_number?: number
          codes_per_prefix?: number
          company_address?: string
          company_bank_account?: string
          company_bank_code?: string
          company_name?: string
          company_phone?: string
          company_registration?: string
          company_tax_number?: string
          company_terms?: string
          company_website?: string
          contact_email?: string
          convert_to_mile?: boolean
          country?: string
          credit_limit?: number | null
          decimal?: number
          dispatch_mode?: string
          driver_approval?: boolean
          driver_radius?: number
          driver_reads_texts?: boolean
          drivers_employed?: boolean
          duty_needs_position?: boolean
          embed_origins?: string[]
          export_limit?: number | null
          extra_limit?: number
          facebook_handle?: string
          facebook_login_enabled?: boolean
          fare_mode?: string
          fleet_percent?: number
          free_cancellations?: number
          free_wait?: number
          horizontal_view?: boolean
          id?: number
          instagram_handle?: string
          late_report_minutes?: number
          late_text_minutes?: number
          later_claims?: boolean
          later_claims_max?: number
          later_days?: number
          lead_minutes?: number
          legal_template?: string
          logo?: string
          mail_booked?: string
          mail_cancelled?: string
          mail_changed?: string
          mail_delayed?: string
          mail_driver?: string
          mail_outside?: string
          mail_receipt?: string
          negative_balance?: boolean
          newcomers_per_network?: number
          next_job_km?: number
          offer_timeout?: number
          on_decline?: string
          otp_secure?: boolean
          panic?: string
          parcels_at_once?: number
          payout_limit?: number | null
          payout_weekday?: number | null
          phone_dormant_days?: number
          play_store_link?: string
          quiet_from?: string
          quiet_to?: string
          receipt_prefix?: string
          receipt_start?: number
          referral_min_km?: number
          referral_min_minutes?: number
          referral_monthly_cap?: number
          refund_to?: string
          reminder_minutes?: number
          restrict_country?: boolean
          rider_with_draw?: boolean
          search_minutes?: number
          shift_mileage?: boolean
          shift_photos?: boolean
          show_live_route?: boolean
          sms_countries?: string
          sms_day_limit?: number | null
          sms_price?: number | null
          staff_second_factor?: boolean
          street_trips?: boolean
          swipe_symbol?: boolean
          symbol?: string
          tax_name?: string
          tax_percent?: number
          telephone_orders?: boolean
          test_payments?: boolean
          text_booked?: string
          text_cancelled?: string
          text_changed?: string
          text_delayed?: string
          text_driver?: string
          text_outside?: string
          text_receipt?: string
          time_zone?: string
          tip_lock_days?: number
          tip_max?: number
          topup_lock_days?: number
          topup_max?: number
          topup_min?: number
          twitter_handle?: string
          two_people_bank?: boolean
          updated_at?: string
          use_distance_matrix?: boolean
          version?: number
          wallet_money_field?: string[]
          wave_count?: number
          wave_size?: number
        }
        Relationships: []
      }
      /** Permissions of each staff role. An admin whose role lacks the required row is refused with not_allowed. */
      staff_permissions: {
        Row: {
          /** Name of the permission, which functions check; docs/use/staff.md explains each. */
          permission: string
          /** The role, as in profiles.staff_role. */
          staff_role: Database['public']['Enums']['staff_role']
        }
        Insert: { permission: string; staff_role: Database['public']['Enums']['staff_role'] }
        Update: { permission?: string; staff_role?: Database['public']['Enums']['staff_role'] }
        Relationships: []
      }
      /** Times with a surcharge. If several include the time of a trip, their surcharges add up. */
      tariff_windows: {
        Row: {
          /** Whether the surcharge is applied; if not, the window is only stored. */
          active: boolean
          /** Surcharge as an amount, instead of percent. */
          amount: number | null
          /** The car type to which the surcharge applies; null: every car type. */
          car_type_id: string | null
          created_at: string
          /** Additional single dates on which the window begins, such as holidays. */
          dates: string[]
          /** Weekdays on which the window begins, 1 Monday to 7 Sunday. */
          days: number[]
          /** Dates on which the window does not begin, although it does on their weekday. A date that is also in dates counts. */
          except_dates: string[]
          /** Time of day at which the window begins, in settings.time_zone. */
          from_time: string
          id: string
          /** Name of the surcharge on the rider's fare line. */
          name: string
          /** Surcharge as percent of base fare, distance and time, or of the fixed fare. */
          percent: number | null
          /** Time of day at which the window ends; the window no longer includes it. If to_time is not later than from_time, the window ends on the next day. */
          to_time: string
          /** Number of the row's changes. An update with an outdated version is refused with version_conflict. */
          version: number
        }
        Insert: {
          active?: boolean
          amount?: number | null
          car_type_id?: string | null
          created_at?: string
          dates?: string[]
          days?: number[]
          except_dates?: string[]
          from_time?: string
          id?: string
          name: string
          percent?: number | null
          to_time?: string
          version?: number
        }
        Update: {
          active?: boolean
          amount?: number | null
          car_type_id?: string | null
          created_at?: string
          dates?: string[]
          days?: number[]
          except_dates?: string[]
          from_time?: string
          id?: string
          name?: string
          percent?: number | null
          to_time?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'tariff_windows_car_type_id_fkey'
            columns: ['car_type_id']
            isOneToOne: false
            referencedRelation: 'car_types'
            referencedColumns: ['id']
          }
        ]
      }
      /** A driver's details for the reports that platforms send to the tax office. Only the driver and tax_report read them. */
      tax_details: {
        Row: {
          /** The driver's date of birth. */
          birth_date: string | null
          /** City of the driver's home address. */
          city: string
          /** Postal code of the driver's home address. */
          postal_code: string
          /** Street and number of the driver's home address. */
          street: string
          /** Country in which the driver pays tax, as ISO 3166 code. */
          tax_country: string
          /** The driver's tax identification number. */
          tax_number: string
          updated_at: string
          user_id: string
          /** The driver's VAT number, if there is one. */
          vat_number: string
        }
        Insert: {
          birth_date?: string | null
          city?: string
          postal_code?: string
          street?: string
          tax_country: string
          tax_number?: string
          updated_at?: string
          user_id: string
          vat_number?: string
        }
        Update: {
          birth_date?: string | null
          city?: string
          postal_code?: string
          street?: string
          tax_country?: string
          tax_number?: string
          updated_at?: string
          user_id?: string
          vat_number?: string
        }
        Relationships: [
          {
            foreignKeyName: 'tax_details_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Payments of tax to the tax office, once per month. */
      tax_remittances: {
        Row: {
          /** Amount paid: the balance of the tax account at the end of the month that had not been paid yet. */
          amount: number
          created_at: string
          /** The admin who recorded the payment. */
          created_by: string | null
          id: string
          /** First day of the month whose tax was paid. */
          month: string
          /** Date of the payment in the books. */
          on_day: string
          transaction_id: number
        }
        Insert: {
          amount: number
          created_at?: string
          created_by?: string | null
          id?: string
          month: string
          on_day: string
          transaction_id: number
        }
        Update: {
          amount?: number
          created_at?: string
          created_by?: string | null
          id?: string
          month?: string
          on_day?: string
          transaction_id?: number
        }
        Relationships: [
          {
            foreignKeyName: 'tax_remittances_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'tax_remittances_transaction_id_fkey'
            columns: ['transaction_id']
            isOneToOne: true
            referencedRelation: 'ledger_transactions'
            referencedColumns: ['id']
          }
        ]
      }
      /** The trail of a trip: positions as its driver reported them, without implausible points. */
      tracking_points: {
        Row: {
          /** Accuracy of the position in metres, as reported by the phone. */
          accuracy: number | null
          at: string
          booking_id: string
          driver_id: string
          /** Direction of travel, in degrees clockwise from north. */
          heading: number | null
          id: number
          lat: number
          lng: number
          /** When the point arrived, if 30 s or more after `at`. Such a point does not prove where the car was, because the server did not know it at that time. */
          received_at: string | null
          /** Status of the booking at the time of the point. */
          status: Database['public']['Enums']['booking_status']
        }
        Insert: {
          accuracy?: number | null
          at: string
          booking_id: string
          driver_id: string
          heading?: number | null
          id?: never
          lat: number
          lng: number
          received_at?: string | null
          status: Database['public']['Enums']['booking_status']
        }
        Update: {
          accuracy?: number | null
          at?: string
          booking_id?: string
          driver_id?: string
          heading?: number | null
          id?: never
          lat?: number
          lng?: number
          received_at?: string | null
          status?: Database['public']['Enums']['booking_status']
        }
        Relationships: [
          {
            foreignKeyName: 'tracking_points_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: false
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'tracking_points_driver_id_fkey'
            columns: ['driver_id']
            isOneToOne: false
            referencedRelation: 'drivers'
            referencedColumns: ['id']
          }
        ]
      }
      /** What a driver's car carries. A car without a row carries as many passengers as its car type says, two pieces of luggage and nothing else. */
      vehicles: {
        Row: {
          /** Number of child seats in the car. */
          child_seats: number
          /** The driver of the car. */
          driver_id: string
          /** Number of large pieces of luggage. */
          luggage: number
          /** Number of passenger seats; null: as many as the car type says. */
          seats: number | null
          /** Whether a wheelchair user can ride in the car. */
          wheelchair: boolean
        }
        Insert: {
          child_seats?: number
          driver_id: string
          luggage?: number
          seats?: number | null
          wheelchair?: boolean
        }
        Update: {
          child_seats?: number
          driver_id?: string
          luggage?: number
          seats?: number | null
          wheelchair?: boolean
        }
        Relationships: [
          {
            foreignKeyName: 'vehicles_driver_id_fkey'
            columns: ['driver_id']
            isOneToOne: true
            referencedRelation: 'drivers'
            referencedColumns: ['id']
          }
        ]
      }
      /** Withdrawals: money on its way from a wallet to a bank account. Open until processed or rejected, each once. */
      withdraw_requests: {
        Row: {
          /** The amount that left the wallet. */
          amount: number
          /** IBAN or account number at the time of the request; empty if none was given. */
          bank_account: string
          /** BIC or sort code at the time of the request; empty if none was given. */
          bank_code: string
          /** Name of the bank at the time of the request; empty if none was given. */
          bank_name: string
          client_key: string
          /** When the person requested the withdrawal; at that time the money left the wallet. */
          date: string
          id: string
          /** The person's name at the time of the request. */
          name: string
          /** When an admin confirmed that the money was transferred. */
          process_date: string | null
          /** Whether the money was transferred. */
          processed: boolean
          /** Why the withdrawal was rejected. */
          reason: string | null
          rejected_at: string | null
          /** When the withdrawal was first exported in a payment file. */
          sent_at: string | null
          user_id: string
        }
        Insert: {
          amount: number
          bank_account?: string
          bank_code?: string
          bank_name?: string
          client_key: string
          date?: string
          id?: string
          name: string
          process_date?: string | null
          processed?: boolean
          reason?: string | null
          rejected_at?: string | null
          sent_at?: string | null
          user_id: string
        }
        Update: {
          amount?: number
          bank_account?: string
          bank_code?: string
          bank_name?: string
          client_key?: string
          date?: string
          id?: string
          name?: string
          process_date?: string | null
          processed?: boolean
          reason?: string | null
          rejected_at?: string | null
          sent_at?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'withdraw_requests_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Debts that were written off: the rest of an unpaid ride, or a wallet's negative balance. */
      write_offs: {
        Row: {
          /** The amount that was written off. */
          amount: number
          /** The unpaid ride; null for a negative wallet. */
          booking_id: string | null
          client_key: string
          created_at: string
          /** The admin who wrote the debt off; if two were needed, the second. */
          created_by: string | null
          id: string
          /** Date of the write-off in the books. */
          on_day: string
          /** The reason that the admin gave. */
          reason: string
          transaction_id: number
          /** The person who owed the money. */
          user_id: string
        }
        Insert: {
          amount: number
          booking_id?: string | null
          client_key: string
          created_at?: string
          created_by?: string | null
          id?: string
          on_day: string
          reason: string
          transaction_id: number
          user_id: string
        }
        Update: {
          amount?: number
          booking_id?: string | null
          client_key?: string
          created_at?: string
          created_by?: string | null
          id?: string
          on_day?: string
          reason?: string
          transaction_id?: number
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'write_offs_booking_id_fkey'
            columns: ['booking_id']
            isOneToOne: true
            referencedRelation: 'bookings'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'write_offs_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'write_offs_transaction_id_fkey'
            columns: ['transaction_id']
            isOneToOne: true
            referencedRelation: 'ledger_transactions'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'write_offs_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Areas that change the price of a trip or exclude it, when it is quoted. no_service is checked first. For a trip without stops the smallest zone with a fixed fare replaces base fare, distance, time and the surcharges of zones. Otherwise all surcharges add up. */
      zones: {
        Row: {
          /** Whether the zone is applied; if not, it is only stored. */
          active: boolean
          /** The surcharge, or the fixed fare, as an amount. */
          amount: number | null
          /** Which end of the trip must lie inside the area. Stops count as drops. */
          applies_to: string
          /** The area as a multipolygon in WGS 84. */
          area: unknown
          /** The car type to which the zone applies; null: every car type. */
          car_type_id: string | null
          created_at: string
          /** The area as GeoJSON, for clients; written by save_zone, or by a client that sends `area` as GeoJSON. */
          geojson: Json | null
          id: string
          /** What the zone does: surcharge, fixed (fare) or no_service. */
          kind: string
          /** Name of the zone on the rider's fare line. */
          name: string
          /** Surcharge as percent of base fare, distance and time; only for kind surcharge. */
          percent: number | null
          /** Number of the row's changes. An update with an outdated version is refused with version_conflict. */
          version: number
        }
        Insert: {
          active?: boolean
          amount?: number | null
          applies_to?: string
          area: unknown
          car_type_id?: string | null
          created_at?: string
          geojson?: never
          id?: string
          kind: string
          name: string
          percent?: number | null
          version?: number
        }
        Update: {
          active?: boolean
          amount?: number | null
          applies_to?: string
          area?: unknown
          car_type_id?: string | null
          created_at?: string
          geojson?: never
          id?: string
          kind?: string
          name?: string
          percent?: number | null
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'zones_car_type_id_fkey'
            columns: ['car_type_id']
            isOneToOne: false
            referencedRelation: 'car_types'
            referencedColumns: ['id']
          }
        ]
      }
    }
    Views: {
      /** The rows of chat_messages in the older format of chats/<booking>/messages: message, from, type, msg_date, msg_time, source, sms_id. */
      chats: {
        Row: {
          booking_id: string | null
          created_at: string | null
          /** Id of the person who wrote the message. */
          from: string | null
          /** Text of the chat message. */
          message: string | null
          /** Date of the message, MM:DD:YYYY in settings.time_zone. */
          msg_date: string | null
          /** Time of the message, HH24:MI in settings.time_zone. */
          msg_time: string | null
          /** Id of the chat message. */
          sms_id: string | null
          /** Who wrote the message: rider or driver. */
          source: string | null
          /** Kind of message, always msg. */
          type: string | null
        }

        Relationships: []
      }
      /** Drivers who have an open offer now. */
      requested_drivers: {
        Row: {
          booking_id: string | null
          created_at: string | null
          /** Kilometres from the driver to the pickup's area at the time of the offer. */
          distance_km: number | null
          driver_id: string | null
          expires_at: string | null
          /** Number of the search in which the offer was made; 0 if an admin assigned the driver. */
          wave: number | null
        }

        Relationships: []
      }
      /** Movements of wallets; sort by id for the order in time. Clients filter by user_id. */
      wallet_history: {
        Row: {
          /** Amount of the movement, always positive; `type` tells the direction. */
          amount: number | null
          /** Balance of wallet and bonus together after the movement. */
          balance: number | null
          booking_id: string | null
          /** When the money was moved. */
          date: string | null
          id: number | null
          /** Whether bonus money was moved. A fare paid with both is two rows with the same tx_ref. */
          is_bonus: boolean | null
          /** Why money was moved: admin_credit, settlement, wallet_payment, cancellation, late_payment, refund, refund_failed, tip, withdrawal, withdrawal_rejected, referral, bonus_forfeited, topup, topup_returned, fee_payment, debt_payment, chargeback_lost, charge, write_off, fare_change, fee_reversed, credit_reversed, charge_reversed, write_off_reversed, extra, cash_difference, wallet_given_up. */
          kind: string | null
          /** Reference of the booking; null without one, or if the reader may not see it. */
          reference: string | null
          /** What the movement belongs to: AdminCredit, the booking's id, or kind and number of the transaction. */
          tx_ref: string | null
          /** Direction of the movement: Credit, Debit or Withdraw. */
          type: string | null
          user_id: string | null
        }

        Relationships: []
      }
    }
    Functions: {
      /** The caller accepts an offered booking. If the driver is near the end of a trip, the booking waits (engaged_at null) until that trip is over; a parcel from the same door as another parcel of the driver is taken along (is_along). Idempotent. Errors: not_a_driver, require_approval, offer_not_found, try_again (retry after 200 ms), booking_taken, offer_expired, driver_unsuitable, vehicle_unsuitable, driver_offline, driver_busy, document_expired, cannot_afford. */
      accept_booking: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The rider accepts a payment request and pays it from the wallet, without its bonus; by card it is paid by a top-up (create_payment with request_id). An invoice of the addition is issued. Idempotent. Errors: must_login, payment_request_not_found, payment_request_closed, insufficient_balance (top up first). */
      accept_payment_request: {
        Args: { id: string }
        Returns: Database['public']['Tables']['payment_requests']['Row']
      }
      /** Books the difference between a provider's line and our data as adjustment, with a reason. Idempotent. Errors: must_login, not_allowed, demo_mode, provider_line_not_found, assignment_invalid. */
      accept_provider_line: {
        Args: { provider: string; line_ref: string; reason: string }
        Returns: Database['public']['Tables']['provider_lines']['Row']
      }
      /** The driver accepts the cheaper route that the rider requested; it applies at once. Returns the booking. Errors: not_a_driver, require_approval, booking_not_found, route_change_not_found. */
      accept_route_change: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The available languages, the default first, and the operator's texts of one language by namespace and key. with_default also includes the texts of the default language, which a page needs if it has no built-in texts in the language. GET with an ETag; 304 if unchanged. */
      active_texts: {
        Args: { locale?: string | null; with_default?: boolean | null }
        Returns: Json
      }
      /** Adds a weekly or single charge for a driver from from_day (default today) on. The next payout run charges it, also for past weeks. Returns the charge; a repeated client_key returns the first. Errors: must_login, not_allowed, demo_mode, charge_invalid. */
      add_driver_charge: {
        Args: {
          driver_id: string
          kind: string
          amount: number
          weekly?: boolean | null
          from_day?: string | null
          until_day?: string | null
          note?: string | null
          client_key?: string | null
        }
        Returns: Database['public']['Tables']['driver_charges']['Row']
      }
      /** Adds a toll, parking fee or other cost of a ride (key toll, parking or other; at most settings.extra_limit each, ten in total). For the driver, between arrival and end of the trip, and for admins. The rider is notified. Returns the extra; counts is what counts of it at most, and what is above it waits for the desk at the end of the ride. A repeated client_key returns the first extra. Errors: must_login, not_a_driver, require_approval, booking_not_found, wrong_status, extra_refused, extra_invalid, demo_mode. */
      add_extra: {
        Args: { booking_id: string; key: string; amount: number; note?: string | null; client_key?: string | null }
        Returns: Database['public']['Tables']['booking_extras']['Row']
      }
      /** The driver adds the picture of a receipt to an extra, already uploaded to the bucket `bookings` as <booking>/extra-<client_key of the extra>. It can be replaced only until it is added. Idempotent. Returns the extra. Errors: must_login, not_a_driver, require_approval, booking_not_found, extra_not_found, image_invalid, file_not_found, file_too_large, file_type_refused. */
      add_extra_photo: {
        Args: { booking_id: string; client_key: string }
        Returns: Database['public']['Tables']['booking_extras']['Row']
      }
      /** Adds up to 500 rows to an import: [{nr: number of the row in the file, facts: {field: text}}]. A row with the same number replaces the earlier one, so a repeated call changes nothing. Texts as people mean them: numbers with a decimal point, days such as 2026-11-30, true or false, numbers of telephones in E.164 form, names of car types and fleets. Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_began, import_rows, import_too_long. */
      add_import_rows: {
        Args: { import_id: string; rows: Json }
        Returns: Database['public']['CompositeTypes']['import_state']
      }
      /** An admin credits a wallet, with a reason; the amount is rounded to settings.decimal. The credit can be reversed (reverse_decision). Returns {id, user_id, amount, wallet_balance, tx_ref: AdminCredit, date}; a repeated client_key returns the first credit. Errors: must_login, not_allowed, demo_mode, no_details_error, needs_approval. */
      add_to_wallet: {
        Args: { user_id: string; amount: number; client_key?: string | null; reason?: string | null }
        Returns: Database['public']['CompositeTypes']['wallet_credit']
      }
      /** Counts a code by text message, and says why it must not be sent: too_many_requests (the number, or its range, has had too many) or no_texts_left (the firm's limit of the day); null if it may be sent. parts: parts of the text. */
      admit_code: {
        Args: { phone: string; parts?: number | null }
        Returns: string
      }
      /** An admin answers a rider's or driver's case (up to 2000 characters, sent as a notice), closes the case, or both; a case cannot be closed without an answer. Audited. Errors: must_login, not_allowed, demo_mode, case_not_found, case_closed, message_invalid. */
      answer_case: {
        Args: { id: string; answer?: string | null; closes?: boolean | null }
        Returns: Database['public']['Tables']['cases']['Row']
      }
      /** The driver of a later booking, who was asked by the notice claim_check, will come (idempotent) or gives it back, which does not count as a return of the booking (bookings.driver_cancel_count) but as a claim that the driver lost (lost_claims). Errors: must_login, account_suspended, not_a_driver, require_approval, booking_not_found, wrong_status, claim_not_asked, document_expired (a promise does not renew it), demo_mode (drivers give nothing back). */
      answer_claim: {
        Args: { booking_id: string; will_come: boolean }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** An admin answers a driver with up to 1000 characters, sent as a notice and a push message; without a message it marks the driver's messages as needing no answer. Either removes them from the attention list. Audited, at most 20 a minute; a repeated client_key sends once. Errors: must_login, not_allowed, demo_mode, person_not_found, message_invalid, too_many_requests. */
      answer_driver: {
        Args: { driver_id: string; message?: string | null; client_key?: string | null }
        Returns: undefined
      }
      /** State of a driver's application, by the random id of the sign-up form; no row if there is none. While it waits also the documents, latest first, and the missing data of the car. */
      application: {
        Args: { sign_up_id: string }
        Returns: Database['public']['CompositeTypes']['driver_application']
      }
      /** State of a driver's application, by the random id of the sign-up form: waiting, approved or refused; null if there is no application. */
      application_state: {
        Args: { sign_up_id: string }
        Returns: string
      }
      /** The path in the bucket `users` to which the applicant with this form uploads a document; the route accounts/papers signs an upload URL for it. Errors: application_not_found, document_invalid, too_many_requests. */
      application_upload: {
        Args: { sign_up_id: string; kind: string }
        Returns: string
      }
      /** Writes the next 500 rows of an import that are fresh or changed, once all are checked. Call it until none is left; a repeated call, or one after a breakdown, writes nothing twice. Rows that became wrong since the check are left out and say why. Not for drivers, fleets and staff, whose accounts accounts/import makes. @returns import_state. Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_kind, import_undone, import_incomplete, import_unchecked. */
      apply_import: {
        Args: { import_id: string }
        Returns: Database['public']['CompositeTypes']['import_state']
      }
      /** Applies a promotion to a quote and replaces any previous one; without a code it removes the promotion. Reserves nothing: a use is counted when the quote is booked. Returns the quote with promo_code, discount_amount, payable_amount, cash_amount and price_parts. Errors: must_login, quote_not_found, quote_used, quote_expired, promo_not_found, promo_expired, promo_min_order, promo_used, promo_used_up. */
      apply_promo: {
        Args: { quote_id: string; code?: string | null }
        Returns: Database['public']['Tables']['fare_quotes']['Row']
      }
      /** The second admin approves a request, and it is executed at once. Idempotent. Errors: must_login, not_allowed, demo_mode, approval_not_found, approval_closed, second_person_needed, and those of the executed function. */
      approve: {
        Args: { id: string }
        Returns: Database['public']['Tables']['approvals']['Row']
      }
      /** Approves a driver, like set_approved. Errors: must_login, not_allowed, person_not_found. */
      approve_driver: {
        Args: { driver_id: string }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      /** The driver is at the pickup. Without a position within 500 m of it that is less than 30 s old, the rider hears nothing and no waiting counts until there is one (bookings.arrival_confirmed_at). Idempotent. A step that the phone sends later has three more arguments. accepted_at: when the driver accepted the booking; a step of an earlier acceptance is refused. client_key: made when the driver pressed the button; a retry with the same key does nothing. at: when the step happened; stored in the history, counts at most settings.late_report_minutes back, and is flagged. Errors: not_a_driver, require_approval, booking_not_found, job_changed, wrong_status, driver_busy, reported_time_invalid. */
      arrive_at_pickup: {
        Args: { booking_id: string; accepted_at?: string | null; client_key?: string | null; at?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Confirms that the driver is at a stop of the trip. Stops are counted from 1 and confirmed in order. Idempotent. accepted_at, client_key and at as in arrive_at_pickup. Returns the stop. Errors: not_a_driver, require_approval, booking_not_found, job_changed, stop_not_found, wrong_status, stop_out_of_order, reported_time_invalid. */
      arrive_at_stop: {
        Args: {
          booking_id: string
          position: number
          accepted_at?: string | null
          client_key?: string | null
          at?: string | null
        }
        Returns: Database['public']['Tables']['booking_stops']['Row']
      }
      /** Switches a street trip to payment by card and returns the token of the link for paying, the same each time. confirm_cash switches it back to cash. Of a ride that the desk booked, to be paid by card, it returns the token, too: its customer may have no app. Errors: must_login, not_a_driver, booking_not_found, wrong_status, payment_mode_unavailable. */
      ask_street_card: {
        Args: { booking_id: string }
        Returns: string
      }
      /** Assigns a line that match_statement did not recognize to: provider (target: the provider's name; books its payout), tax (target: the month that remit_tax paid, with the same amount), fees (of the bank), cash (that drivers handed in and the office brought to the bank), or other (booked as adjustment, with a reason). Idempotent. Errors: must_login, not_allowed, demo_mode, bank_line_not_found, assignment_invalid. */
      assign_bank_line: {
        Args: { id: number; as_what: string; target?: string | null; reason?: string | null }
        Returns: Database['public']['Tables']['bank_lines']['Row']
      }
      /** An admin offers a booking to one driver, who has settings.assign_timeout seconds to answer. Returns the booking. Errors: not_allowed, booking_not_found, wrong_status, offer_open, driver_unsuitable, vehicle_unsuitable, document_expired, cannot_afford, driver_busy. */
      assign_driver: {
        Args: { booking_id: string; driver_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Assigns several bookings, like assign_driver: [{booking_id, driver_id}], at most 200. Returns [{booking_id, driver_id, assigned, message, hint}] in the same order; message is the key of the refusal. Errors: not_allowed, assignments_invalid. */
      assign_drivers: {
        Args: { assignments: Json }
        Returns: Database['public']['CompositeTypes']['assignment_result'][]
      }
      /** Drivers whom the desk may ask for a NEW booking, at most 50: those on duty, or those matching part of a name or plate, on duty or not. Assignable drivers first, each group nearest first by straight line, then those whose position is older than a minute (distance_km is null): {driver_id, driver_name, vehicle_number, vehicle, car_type, lat, lng, distance_km, seen_at, state (free, busy, silent, off_duty), assignable, reason}. reason if not assignable: not_approved, other_car_type, vehicle_unsuitable, document_expired, cannot_afford, bonus_refused, busy, asked (has an open offer); as a warning: declined, off_duty, busy, stale_position, lapsed. A search is logged and counts towards the read limit. @returns page of assignable_driver. Errors: must_login, not_allowed, booking_not_found, wrong_status, needs_approval. */
      assignable_drivers: {
        Args: { booking_id: string; search?: string | null }
        Returns: Page<Database['public']['CompositeTypes']['assignable_driver']>
      }
      /** Bookings that the desk must look at. Alarms first (is_alarm: sos and other reasons in app.alarms, each with alarm_id for close_alarm, by_driver if the driver raised it, and without booking_id for a driver without a trip), then what hurts first (rank) and has waited longest, the reasons of a booking together, one row per reason, after them what a colleague looks at or put off (mark_attention), with the position (the car under way, otherwise the pickup) and the person to call. Reasons: no_driver, late (not at the pickup in time), driver_silent (no position for 5 minutes), claim_at_risk (the driver of a later booking is off duty, silent, expected late or has no car or papers for it, and has not confirmed), off_route (for 3 minutes and moving away), stuck (waits 20 minutes, drives twice as long as quoted, or does not end), code_locked, unpaid (15 minutes after the end), case_lost, case_fare and case_question (a rider's open case), report_passenger, report_accident, report_vehicle, report_fare, report_found and report_something (a driver's open case), driver_message (an unanswered message of a driver, with driver_id and without booking_id), passenger_text (an unanswered text message about the booking), texts_waiting (text messages to the firm from numbers without an open booking), texts_near_limit (four fifths of the day's text messages are used), codes_unentered (codes to a range of numbers are hardly ever entered; these three without driver_id and booking_id), other_country (the address search finds nothing, because it is limited to another country than that of the map; about nobody), staff_changed (an admin who is new, has more permissions or was admitted again, with driver_id as the admin's id and without booking_id; only for owners who may confirm_staff), approval_waits (a request that the caller may decide, with its kind as category, driver_id as the id of the person it is about and without booking_id), file_replaced (within 72 hours: a picture of a shift, a paper, a logo or a picture of a car type was replaced after it was attached, and removed; with driver_id as the person's id and without booking_id), claims_lost (within 72 hours: a driver cancelled or gave back more than three claimed bookings in seven days, or lost them off duty, without signal or papers; with driver_id as the driver's id and without booking_id), offers_lapsed (a driver on duty let three offers in a row lapse, until an answer or the end of the duty; with driver_id and without booking_id), left_money (within 72 hours: money or a debt of a deleted account was booked to adjustments, because the account has no wallet; for admins with the permission money, with driver_id as the account's id and without booking_id), code_overrides (within 72 hours: a driver or an admin had more than three rides or parcels without the start code in 24 hours; with driver_id as the person's id and without booking_id), no_show_fee (waits for decide_no_show_fee: no trail at the pickup, or the rider objects), cash_report (waits for decide_cash: the driver reported another amount than the fare, or the rider objects), extra_waits (waits for decide_extra: a toll above what counts at once), held_at_quote, long_way, below_quote and ended_elsewhere (within 72 hours: the fare was held at the quote; the meter was paid for a longer distance than quoted; the meter counted far less than quoted, for example because the trail is lost; an upfront ride was measured because it did not end at its drop). For admins; fleet admins see what their fleet can resolve, and only their drivers' numbers. In a demo numbers are masked. The access log records who read how many. @returns page of attention_row. Errors: must_login, not_allowed. */
      attention_list: {
        Args: never
        Returns: Page<Database['public']['CompositeTypes']['attention_row']>
      }
      /** Creates the payment of a job of kind hold, with the rider's saved card; repeated calls return the same payment. rule: as in create_payment. Returns the payment view. Errors: payment_not_found, card_not_found, and those of create_payment. */
      begin_hold: {
        Args: { job_id: number; rule?: Json | null }
        Returns: Json
      }
      /** Notes that a sender now passes text messages to a provider: {id, attempt} each, as take_outbox returned them. If the sender ends before finish_messages, they are dead and not sent again, because they may have been sent. Returns the ids of those that the sender may send; another sender has the others, or they have ended. */
      begin_messages: {
        Args: { messages: Json }
        Returns: number[]
      }
      /** begin_messages for one message; returns whether it may be sent. */
      begin_outbox: {
        Args: { id: number; attempt: number }
        Returns: boolean
      }
      /** Cases of a booking's rider and driver, the latest 50, latest first; in a demo `reach` is masked. For admins. The access log records the read as that of a chat. @returns page of cases. Errors: must_login, not_allowed. */
      booking_cases: {
        Args: { booking_id: string }
        Returns: Page<Database['public']['Tables']['cases']['Row']>
      }
      /** The maximum that would be reserved on a card for a booking, from when, the state of its hold, and the saved card for it; for the rider and the desk. Errors: must_login, booking_not_found. */
      booking_hold: {
        Args: { booking_id: string }
        Returns: Database['public']['CompositeTypes']['booking_hold']
      }
      /** The money of a booking in parts: what it costs, who paid what, and who got what. Riders see no shares, drivers and fleet admins their own (drivers and fleets no refunds), admins with the permission reports all. Returns {booking_id, parts: [{side, kind, amount, name?, tax?, who}], total, paid, open, tips, returned, paid_in_all, earned} (types money_part and booking_money). Errors: must_login, booking_not_found. */
      booking_money: {
        Args: { booking_id: string }
        Returns: Database['public']['CompositeTypes']['booking_money']
      }
      /** The receipt of a booking, followed by its credit notes; for its rider, its fleet admin, admins and the service role. A queued receipt is issued by this call; before PAID there is no row. The access log records reads by staff. @returns page of receipt_document. Errors: must_login, account_suspended, not_allowed, booking_not_found, needs_approval (above settings.export_limit). */
      booking_receipts: {
        Args: { booking_id: string }
        Returns: Page<Database['public']['CompositeTypes']['receipt_document']>
      }
      /** The newest 100 text messages and mails about a booking, oldest first: those that were sent, as in list_messages, and those that came in, which have words. Of these kind is what the text asks for, state is waits (for a person) or received, receiver the sender, id that of close_inbound_text. Errors: must_login, not_allowed. */
      booking_texts: {
        Args: { booking_id: string }
        Returns: {
          at: string
          kind: string
          channel: string
          receiver: string
          receiver_end: string
          state: string
          reason: string
          id: number
          words: string
          answer: string
          can_resend: boolean
        }[]
      }
      /** The caller's usertype now. Edge functions call it with the caller's token before they act for the caller with the secret key. Errors: must_login, user_issue_contact_admin; for staff account_suspended, not_allowed, second_factor_needed. */
      caller_role: {
        Args: never
        Returns: string
      }
      /** Cancels a booking. If its driver cancels, it returns to dispatch; the third time it is cancelled. After a driver has accepted, riders pay the fee that cancellation_quote returns: the step of the car type's cancel_slab, or at least its lowest step once they have used up settings.free_cancellations within 24 hours. Driver and admin pay nothing. An unpaid parcel is cancelled with the reason incomplete_booking. A reason of cancel_reasons must be meant for the caller. Idempotent. Errors: must_login, booking_not_found, cannot_cancel, reason_not_offered, demo_mode. */
      cancel_booking: {
        Args: { booking_id: string; reason?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Stops a lowered guard of the settings before it is applied. Errors: must_login, not_allowed, demo_mode, approval_not_found. */
      cancel_guard: {
        Args: { name: string }
        Returns: undefined
      }
      /** The fee that cancel_booking would cost the caller now; 0 for driver and admin. Errors: must_login, booking_not_found, cannot_cancel. */
      cancellation_quote: {
        Args: { booking_id: string }
        Returns: number
      }
      /** How many rows use a car type; bookings are counted up to 1000. A car type with drivers or bookings cannot be deleted; deleting one also deletes its zones and tariff windows. Errors: must_login, not_allowed. */
      car_type_uses: {
        Args: { car_type_id: string }
        Returns: Database['public']['CompositeTypes']['counted_uses']
      }
      /** Returns for each car type whether one of its cars meets the requirements ({seats, luggage, child_seats, wheelchair}), and the maximum of each. Errors: requirements_invalid, account_suspended. */
      cars_that_carry: {
        Args: { requirements: Json }
        Returns: {
          car_type_id: string
          fits: boolean
          seats: number
          luggage: number
          child_seats: number
          wheelchair: boolean
        }[]
      }
      /** Renames a device of the caller (60 characters at most; the rest is cut), and decides which kinds of messages it gets: trips, chat, wallet, news; none of them is allowed. null keeps what is there. Errors: must_login, push_token_invalid, device_not_found. */
      change_push_device: {
        Args: { token: string; name?: string | null; channels?: string[] | null }
        Returns: Database['public']['Tables']['push_tokens']['Row']
      }
      /** Gives a booking another drop or other stops with a new quote, from its pickup via the stops already reached. The driver stays and is notified; open offers are replaced. During the trip the fare may not fall. Between acceptance and start, a fare below the accepted one either waits for accept_route_change (returns the booking unchanged; the proposal is in route_proposals) or costs a compensation (settings.cheaper_route). The booking's promotion stays; a promotion on the new quote is ignored. A repeated client_key changes nothing. Errors: must_login, booking_not_found, not_allowed, wrong_status, route_fixed, too_many_changes, quote_not_found, quote_used, quote_expired, quote_unsuitable, quote_mismatch, route_shortened, promo_min_order. */
      change_route: {
        Args: { booking_id: string; quote_id: string; client_key?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Compares closed days (default: the last 31) with the current data: whether the row matches its hash, contains the hash of the previous day, and equals the sums of the ledger's entries. Errors: must_login, not_allowed. */
      check_closes: {
        Args: { from_day?: string | null; to_day?: string | null }
        Returns: { day: string; hash_fits: boolean; follows: boolean; ledger_fits: boolean }[]
      }
      /** State of a stored file: checking (only the person who uploaded it sees it), clean, refused (removed: upload another one) or missing; null for files that the caller may not know. Queues the check of an own upload that is not checked yet, and of a checked file that changed. For the person who uploaded the file; pictures of parcels for everyone who reads the booking, those of cars for staff. Errors: must_login. */
      check_file: {
        Args: { bucket: string; path: string }
        Returns: string
      }
      /** Checks the next 500 rows of an import that wait for it, in a dry run: afterwards each is fresh, changed, same or wrong. Call it until none waits. again: checks those that are wrong once more, after what they need was added. Rows about people who have an account count towards the read limit; above it they are wrong with needs_approval. @returns import_state. Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_incomplete. */
      check_import: {
        Args: { import_id: string; again?: boolean | null }
        Returns: Database['public']['CompositeTypes']['import_state']
      }
      /** Stores the comparison of a street trip with the roads: the kilometres of the route along its trail (flagged long_way if more than 1.1 times as much was driven) and the names of its two ends. Errors: booking_not_found, no_route_found. */
      check_street_trip: {
        Args: { booking_id: string; route_km: number; pickup_name?: string | null; drop_name?: string | null }
        Returns: undefined
      }
      /** Whether an e-mail address or number is free: returns {"users": []}, or the error user_exists if it is not. For the service role, admins, and fleet admins (20 times an hour); checks by staff are logged. Errors: must_login, not_allowed, email_or_mobile_issue, user_exists, too_many_requests. */
      check_user_exists: {
        Args: { email?: string | null; mobile?: string | null }
        Returns: Json
      }
      /** The caller claims a later booking ahead of time, on or off duty: at most settings.later_claims_max at a time, without overlaps. Idempotent. Errors: must_login, account_suspended, require_approval, not_a_driver, booking_not_found, try_again (retry after 200 ms), booking_taken, booking_not_open, driver_unsuitable, vehicle_unsuitable, too_many_claims, claims_overlap, document_expired, cannot_afford, driver_busy. */
      claim_booking: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** An admin records what was done about an alarm (up to 1000 characters) and closes it. Also allowed in a demo, whose visitors may raise alarms. Audited. Errors: must_login, not_allowed, reason_required, message_invalid, alarm_not_found. */
      close_alarm: {
        Args: { id: string; note: string }
        Returns: undefined
      }
      /** Closes a finished day: stores its sums and balances with a hash that includes the hash of the previous day. Days are closed in order; the first one may be any day and includes all before it. Idempotent. Errors: must_login, not_allowed, demo_mode, day_not_over, close_in_order, try_again. */
      close_day: {
        Args: { day: string }
        Returns: Database['public']['Tables']['book_closes']['Row']
      }
      /** Takes a text message to the firm off the list of those that wait; does nothing if it is not on it. Audited. Errors: must_login, not_allowed, demo_mode. */
      close_inbound_text: {
        Args: { text_id: number }
        Returns: undefined
      }
      /** An admin settles a request of stuck_payments without the provider's API, with one of its choices: sent (a refund was sent in the provider's dashboard), wallet (the rider's wallet gets the refund) or settle (other requests: released or removed at the provider). The reason is stored in the audit log. Errors: must_login, not_allowed (also for one's own payment), demo_mode, payment_not_found, no_details_error, decision_not_possible (not stuck, or the outcome does not fit). */
      close_stuck_payment: {
        Args: { job_id: number; outcome: string; reason: string }
        Returns: boolean
      }
      /** Adds missing data of the car while the application with this form waits: {vehicle_make, vehicle_model, vehicle_color, vehicle_number}. Columns that have a value keep it; other keys are ignored. Errors: application_not_found, person_invalid. */
      complete_application: {
        Args: { sign_up_id: string; car: Json }
        Returns: undefined
      }
      /** An admin confirms that the money of a withdrawal was transferred. Idempotent. Returns the request. Errors: must_login, not_allowed, demo_mode, withdrawal_not_found, withdrawal_closed, needs_approval. */
      complete_withdrawal: {
        Args: { id: string }
        Returns: Database['public']['Tables']['withdraw_requests']['Row']
      }
      /** The driver confirms that the rider paid in cash: the full amount, or what wallet and card left to pay. An admin may record it. Idempotent. accepted_at, client_key and at as in arrive_at_pickup, but at is only stored in the history. amount: what the driver collected, if it is not the amount due. It counts if it is what the phone showed at the end of a ride without a signal (the quote with its extras); otherwise the amount due counts until the desk decides (cash_reports). Errors: must_login, not_a_driver, require_approval, not_allowed, booking_not_found, job_changed, wrong_status, not_a_cash_booking, demo_mode, reported_time_invalid, amount_invalid. */
      confirm_cash: {
        Args: {
          booking_id: string
          accepted_at?: string | null
          client_key?: string | null
          at?: string | null
          amount?: number | null
        }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** A second person applies a lowered guard of the settings at once. value: the value that the page showed (guard_changes). Errors: must_login, not_allowed, demo_mode, approval_not_found, version_conflict, second_person_needed. */
      confirm_guard: {
        Args: { name: string; value: string }
        Returns: undefined
      }
      /** Records the provider's result of a refund: it returned the money to the card, or it refused (succeeded false), and the rider's wallet gets the money. A refund that the card of a deleted account refuses stays due, and the desk decides (stuck_payments). Idempotent; the first result counts. Errors: refund_not_found. */
      confirm_refund: {
        Args: { refund_id: string; succeeded?: boolean | null }
        Returns: Database['public']['Tables']['refunds']['Row']
      }
      /** Confirms a step of setting up a firm (town, tax, offer, places or live), together with the settings that belong to it, all or nothing. patch: as of update_settings. Idempotent. For owners. Errors: must_login, not_allowed, demo_mode, setup_incomplete (live, before all other steps are done), and those of update_settings. */
      confirm_setup: {
        Args: { step: string; patch?: Json | null }
        Returns: Database['public']['Tables']['settings']['Row']
      }
      /** An owner confirms that an admin whom others added, or who got a role with more permissions or lost the second factor, is a person of the firm. From then on the admin counts as a second person; otherwise after 14 days. An admin who lost the second factor does not count beside the owner who confirmed. Idempotent. Errors: must_login, not_allowed, demo_mode, person_not_found, second_person_needed. */
      confirm_staff: {
        Args: { user_id: string }
        Returns: undefined
      }
      /** Confirms steps of several parcels from one door in one call: [{step: arrived | started | reached, booking_id, client_key, accepted_at, at, otp}], at most 20. Each step runs arrive_at_pickup, start_trip or reach_drop; a refusal rolls back only this step. Returns [{booking_id, client_key, done, message, hint}] in the same order; message is the key of the refusal. Errors: must_login, account_suspended, not_a_driver, select_proper. */
      confirm_steps: {
        Args: { steps: Json }
        Returns: Database['public']['CompositeTypes']['step_result'][]
      }
      /** An admin sets the right price (amount, the trip_cost with every line and before a promotion) of a ride or parcel whose fare was measured wrong, within 30 days of its end. Before the payment the fare changes, up or down. Afterwards a lower price is refunded with a credit note, from the shares of driver, fleet, operator and tax; a higher price becomes a payment request that the rider accepts or declines. Promotion, tax, fee and shares are computed anew. Rider and driver are told. Audited; a repeated client_key returns the first correction. Errors: must_login, not_allowed (also for one's own money), demo_mode, booking_not_found, wrong_status, amount_invalid, reason_required, correction_too_late, fare_unchanged, payment_running, refund_too_high, person_not_found, needs_approval (kind fare). */
      correct_fare: {
        Args: { booking_id: string; amount: number; reason: string; client_key?: string | null }
        Returns: Database['public']['Tables']['fare_corrections']['Row']
      }
      /** Books a quote; trip_at null means now. payment_mode: cash, wallet, card. A rider's parcel starts in PAYMENT_PENDING, everything else in NEW. A ride that an admin books has a start code (otp_secure) only if the rider is signed in somewhere, or for cash the owner of the guest's number; a guest of the desk is told the code only for cash. details: {guest_name, guest_phone, delivery_person, delivery_person_phone, pick_up_instructions, delivery_instructions, requirements: {seats, luggage, child_seats, wheelchair}}, phone numbers in E.164 form, perhaps with ;ext=; other keys are ignored, except within requirements, where they are refused. A repeated client_key returns the first booking. Errors: must_login, user_issue_contact_admin, quote_not_found, quote_used, quote_expired, profile_incomplete, incomplete_user, unpaid_booking, too_many_requests, too_many_open_bookings, too_many_later_bookings, telephone_orders_off (an admin), category_unavailable, past_booking_error, trip_at_too_far, quote_mismatch, delivery_cash_refused, payment_mode_unavailable, deliveryDetailMissing, name_invalid, mobile_no_blank_error, requirements_invalid, car_type_unsuitable, promo_not_found, promo_expired, promo_min_order, promo_used, promo_used_up. */
      create_booking: {
        Args: {
          quote_id: string
          payment_mode: string
          trip_at?: string | null
          details?: Json | null
          client_key?: string | null
        }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Creates a payment before a customer is sent to a provider; the server decides the amount. purpose is booking: the open amount of a PENDING or PAYMENT_PENDING booking, or, if the provider can_hold, the maximum to reserve on a card for a ride that has not ended; debt: the wallet's negative balance; topup or tip: the amount that the customer chose. card: a saved card that pays; consent: the version of the wording with which the customer agreed to save the card. rule: what the provider takes, {min, max, step}; the amount is raised to the next step. request_id: the payment request that a top-up pays; the amount is then what that takes. Returns the payment view (app.payment_json); a repeated client_key returns the first payment. Errors: no_provider_found, no_details_error, booking_not_found, wrong_status, nothing_to_pay, payment_out_of_range, hold_exists, hold_too_early, payment_running, topup_out_of_range, amount_invalid, tip_too_high, person_not_found, user_issue_contact_admin, account_suspended, too_many_requests, card_not_found, too_many_cards, payment_request_not_found, payment_request_closed. */
      create_payment: {
        Args: {
          purpose: string
          provider: string
          customer_id: string
          booking_id?: string | null
          amount?: number | null
          can_hold?: boolean | null
          client_key?: string | null
          card?: string | null
          consent?: string | null
          rule?: Json | null
          request_id?: string | null
        }
        Returns: Json
      }
      /** A row per day from from_day to to_day (settings.time_zone, both included, at most 93; default: the last 30), and one row with the total, whose day is null. Of the bookings created that day: those that have or had a driver (accepted), those that ended paid (finished) or cancelled, also by rider or driver, those for which no driver was found (unserved), the rest (in_progress), the number per status (statuses), the median seconds from booking to arrival of Book Now rides (pickup_seconds; null if there are none) and their number (arrived). By day of payment: the convenience fees (revenue; null without the permission reports), their rides, the number of bookings in the day's earnings (earned), and for fleet admins their own share (fleet_share, as fleet_totals; else null). Each count equals that of list_bookings with the filter of the same name. Fleet admins see their fleet's. Errors: must_login, not_allowed, list_invalid. */
      dashboard_days: {
        Args: { from_day?: string | null; to_day?: string | null }
        Returns: {
          day: string
          bookings: number
          accepted: number
          finished: number
          cancelled: number
          cancelled_by_rider: number
          cancelled_by_driver: number
          unserved: number
          in_progress: number
          statuses: Json
          pickup_seconds: number
          arrived: number
          revenue: number
          rides: number
          earned: number
          fleet_share: number
        }[]
      }
      /** Gross earnings, that is convenience fees, in settings.time_zone: {today, this_month, total}, and for comparison {yesterday, last_month (up to the same day), thirty_days (including today), previous_thirty_days (the 30 days before)}. For admins with the permission reports, and for fleet admins those of what was driven for their fleet, of which fleet_totals is their share. Errors: must_login, not_allowed. */
      dashboard_totals: {
        Args: never
        Returns: Database['public']['CompositeTypes']['gross_earnings']
      }
      /** An admin decides how much cash a driver collected: an amount between what driver and rider named. Above what counted, the driver's wallet gives the difference to the rider; below it, the operator gives it to the driver. Audited, counted towards settings.credit_limit; both are notified. It can be taken back (reverse_decision); the desk then decides again. Idempotent. Returns the report. Errors: must_login, not_allowed (also for oneself), demo_mode, booking_not_found, cash_report_not_found, cash_report_decided, amount_invalid, needs_approval (kind cash). */
      decide_cash: {
        Args: { booking_id: string; amount: number; reason?: string | null }
        Returns: Database['public']['Tables']['cash_reports']['Row']
      }
      /** An admin decides about the part of a driver's extra that did not count: the operator pays the driver amount of it (0 with a reason). With ask, the rider of a paid ride is asked for the amount by a payment request, which needs a reason and the permission fares; a call with the same amount can ask later. Audited, counted towards settings.credit_limit; the driver is notified. It can be taken back (reverse_decision); the desk then decides again. Idempotent. Returns the extra. Errors: must_login, not_allowed (also for oneself), demo_mode, extra_not_found, booking_not_found, wrong_status, extra_decided, amount_invalid, reason_required, person_not_found, correction_too_late (asked 30 days after the ride), needs_approval (kind extra). */
      decide_extra: {
        Args: { id: string; amount: number; reason?: string | null; ask?: boolean | null }
        Returns: Database['public']['Tables']['booking_extras']['Row']
      }
      /** An admin agrees to a no-show fee (charge) or waives it, which refunds a charged fee. Audited; reverse_decision takes it back once, within 30 days. Idempotent. Returns the fee. Errors: must_login, not_allowed, demo_mode, booking_not_found, no_show_fee_not_found, no_show_fee_decided, select_proper, person_not_found (the rider's account was deleted). */
      decide_no_show_fee: {
        Args: { booking_id: string; charge: boolean }
        Returns: Database['public']['Tables']['no_show_fees']['Row']
      }
      /** The office decides about a flagged event of a provider: give_back (a refund to the card), book (credit the ride that waits for this amount, otherwise the customer's wallet), write_off (the operator keeps it; above settings.credit_limit two people decide: request_approval(write_off, event)), or settle, if it contains no money of ours. list_payment_flags lists the possible decisions. Idempotent; the first decision counts. Errors: must_login, not_allowed (also for one's own payment), demo_mode, flag_not_found, no_details_error, decision_not_possible, needs_approval, payment_running. */
      decide_payment_flag: {
        Args: { event_id: string; decision: string; reason: string }
        Returns: Database['public']['Tables']['payment_flags']['Row']
      }
      /** The caller declines an offered booking. Idempotent. Cancels the booking if no driver is left to ask. Errors: not_a_driver, require_approval, offer_not_found. */
      decline_booking: {
        Args: { booking_id: string }
        Returns: undefined
      }
      /** The rider declines a payment request; nothing is paid. Idempotent. Errors: must_login, payment_request_not_found, payment_request_closed (already accepted or withdrawn). */
      decline_payment_request: {
        Args: { id: string }
        Returns: Database['public']['Tables']['payment_requests']['Row']
      }
      /** The driver declines the cheaper route, or the rider withdraws it; the old route stays. Returns the booking. Errors: must_login, booking_not_found, route_change_not_found, not_allowed. */
      decline_route_change: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Forgets an import of the caller with its rows. What it has written stays, and can no longer be taken back. Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found. */
      delete_import: {
        Args: { import_id: string }
        Returns: undefined
      }
      /** Forgets a person without an account, for example because they ask for it. Idempotent. Errors: must_login, account_suspended, not_allowed, demo_mode. */
      delete_known_caller: {
        Args: { id: string }
        Returns: undefined
      }
      /** Deletes the caller, who has signed in within the last 15 minutes. Bookings and money stay without the name; bonus money is forfeited, other money in the wallet goes back to the cards that topped it up. What no card can take, rest decides: give_up leaves it to the firm, but not within settings.bank_change_hours of a change of bank details or a contact; ask_office opens a case with note (up to 2000 characters) in which the office pays it out, and the account stays until then. Returns {is_deleted, case_id}. Errors: must_login, not_allowed, demo_mode, sign_in_again, payout_waits, active_booking, wallet_not_empty (money is left, or a debt), withdrawal_open, message_invalid. */
      delete_my_account: {
        Args: { rest?: string | null; note?: string | null }
        Returns: Database['public']['CompositeTypes']['deleted_account']
      }
      /** Deletes a person. Bookings and money stay without the name; bonus money is forfeited, other money in the wallet goes back to the cards that topped it up. Errors: must_login, not_allowed, demo_mode, person_not_found, active_booking, wallet_not_empty (money is left that no card can take, or a debt), withdrawal_open. */
      delete_person: {
        Args: { user_id: string }
        Returns: undefined
      }
      /** Data about bookings under way for the desk's list, at most 200: number of drivers with an open offer and until when, number of the search's wave, when the car should be at the pickup (due), when it will be there, or at the drop once it drives there (eta, computed from the straight line and the quote's average speed; null while no driver is on the way, or if the position is older than a minute), the usual wait if there is no driver (wait_secs), and when the car's position was measured (seen_at). Bookings that the caller may not see are left out. Errors: must_login, not_allowed. */
      desk_facts: {
        Args: { booking_ids: string[] }
        Returns: {
          booking_id: string
          asked: number
          asked_until: string
          wave: number
          due: string
          eta: string
          wait_secs: number
          seen_at: string
        }[]
      }
      /** Why no driver came, and why a driver was not asked: [{wave, at, mode, radius_km, asked, not_asked, candidates, exclusions, reasons, you}]. Admins see all drivers by name; a driver sees their own entries without distances, and in `you` the result for themselves; a rider sees counts and reasons. Errors: must_login, booking_not_found. */
      dispatch_log: {
        Args: { booking_id: string }
        Returns: Database['public']['CompositeTypes']['dispatch_log_wave'][]
      }
      /** The next 500 phone numbers of an older database that still have to be settled, in the order of their ids. For the secret key. */
      doubtful_numbers: {
        Args: { after_id?: number | null }
        Returns: Database['public']['CompositeTypes']['doubtful_number'][]
      }
      /** The balance between the operator and the calling driver, and the date of the next payout. Errors: must_login, account_suspended, require_approval, not_a_driver. */
      driver_account: {
        Args: never
        Returns: Database['public']['CompositeTypes']['driver_balance']
      }
      /** The calling driver's day since midnight in settings.time_zone: number of paid trips, earnings (as in driver_money: what the wallet and cash got, without payouts), number of missed offers (lapsed, or left by going off duty repeatedly within a day) and the time of the last one, and number of bookings of the last hour within driver_radius (null if the driver's position is unknown). Errors: must_login, not_a_driver. */
      driver_day: {
        Args: never
        Returns: { trips: number; earned: number; missed: number; last_missed_at: string; wanted_nearby: number }[]
      }
      /** Earnings of drivers by month, newest first, counted as in earnings_report: admins see all, fleet admins what was driven for their fleet, drivers their own. driver_share includes the driver's share of cancellation fees. months_name is English; from_month and to_month limit the months. Errors: must_login, not_allowed. */
      driver_earnings: {
        Args: { from_month?: string | null; to_month?: string | null }
        Returns: {
          year: number
          months_name: string
          month: string
          driver_id: string
          driver_name: string
          driver_vehicle_no: string
          total_rides: number
          driver_share: number
        }[]
      }
      /** Sums of driver_earnings per month (newest first; driver_id is null) or per driver (by name; month is null), of all drivers or only of_driver: number of rows, rides and shares. Fleet admins get what was driven for their fleet. Errors: must_login, not_allowed, list_invalid. */
      driver_earnings_sums: {
        Args: { per?: string | null; from_month?: string | null; to_month?: string | null; of_driver?: string | null }
        Returns: {
          month: string
          driver_id: string
          driver_name: string
          driver_vehicle_no: string
          lines: number
          total_rides: number
          driver_share: number
        }[]
      }
      /** The calling driver's hours: seconds on duty and on trips since midnight in settings.time_zone, seconds on duty since the last break of at least settings.break_minutes, and the time at which the driver reaches settings.break_after_minutes (null off duty, or if no break is required; may be in the past). Errors: must_login, account_suspended, require_approval, not_a_driver. */
      driver_hours: {
        Args: never
        Returns: {
          on_duty: boolean
          on_duty_since: string
          duty_secs_today: number
          busy_secs_today: number
          worked_secs: number
          break_due_at: string
          break_minutes: number
        }[]
      }
      /** Bookings of the calling driver. list is one of: current (engaged), next (waits for the end of a trip), later (accepted ahead of time, soonest first) or today (ended since midnight in settings.time_zone, newest first). Errors: must_login, account_suspended, require_approval, not_a_driver. */
      driver_jobs: {
        Args: never
        Returns: {
          list: string
          booking_id: string
          reference: string
          status: string
          category: string
          source: string
          trip_at: string
          book_later: boolean
          accepted_at: string
          engaged_at: string
          promised_at: string
          pickup_address: string
          drop_address: string
          payment_mode: string
          driver_share: number
          trip_cost: number
          payable_amount: number
          requirements: Json
          ended_at: string
        }[]
      }
      /** Movements of the calling driver's wallet, a row per day in settings.time_zone on which something moved: paid rides, shares of fares, tips, shares of fees (cancellations, no-shows), cash kept, tax, the fleet's part, charges, payouts and the rest (corrections, credits), signed as in the wallet; they add up to net. Weeks and months are sums of days. Errors: must_login, account_suspended, require_approval, not_a_driver, period_invalid. */
      driver_money: {
        Args: { since: string; until: string }
        Returns: {
          day: string
          trips: number
          fares: number
          tips: number
          fees: number
          cash: number
          tax: number
          fleet_part: number
          charges: number
          payouts: number
          other: number
          net: number
        }[]
      }
      /** Trips that moved the calling driver's wallet in these days, the latest 500, each divided as in driver_money; trip_cost is null if the trip was cancelled. Errors: must_login, account_suspended, require_approval, not_a_driver, period_invalid. */
      driver_money_trips: {
        Args: { since: string; until: string }
        Returns: {
          booking_id: string
          reference: string
          at: string
          category: string
          source: string
          payment_mode: string
          trip_cost: number
          fares: number
          tips: number
          fees: number
          cash: number
          tax: number
          fleet_part: number
          other: number
          net: number
        }[]
      }
      /** The calling driver's statement for a week (Monday to Sunday, chosen by any of its days): {week_begins, week_ends, is_over, driver: {name, vehicle_number}, company and money as in a receipt, opening, closing, days: [rows of driver_money], totals: {their sums}, trips: [rows of driver_money_trips]}; opening plus the net of totals is closing. Errors: must_login, account_suspended, require_approval, not_a_driver, period_invalid. */
      driver_statement: {
        Args: { week: string }
        Returns: Database['public']['CompositeTypes']['driver_week']
      }
      /** Drivers on duty in a part of the map, in parallel arrays: ids, positions (to 1 m), headings (degrees; null while the car stands), states (free, busy, or silent: no report for a minute) and ages of the positions in seconds; at most 5000. With since (the `at` of the previous response) only drivers who moved or changed since then, and in `gone` those who left the part or went off duty. Clients should sometimes call without since, because a driver who leaves a fleet is not reported. Admins see all, fleet admins their own. Errors: must_login, not_allowed, area_invalid. */
      drivers_for_map: {
        Args: { south: number; west: number; north: number; east: number; since?: string | null }
        Returns: Database['public']['CompositeTypes']['map_view']
      }
      /** Drivers on duty (optionally only those with the given ids) with car, last position and state: free, busy (on a trip) or silent (no report for a minute); booking_id if on a trip. Admins see all, fleet admins their own. drivers_for_map then returns changes of their positions. Errors: must_login, not_allowed. */
      duty_drivers: {
        Args: { driver_ids?: string[] | null }
        Returns: {
          driver_id: string
          driver_name: string
          vehicle_number: string
          car_type_id: string
          car_type: string
          car_image: string
          lat: number
          lng: number
          heading: number
          updated_at: string
          state: string
          booking_id: string
        }[]
      }
      /** Earnings of the operator by month, newest first. Rides and amounts include only rides with a convenience fee, in the month of their payment; cancellation_fee is in the month of the cancellation. gross = trip_cost + cancellation_fee; profit = convenience_fee + cancellation_fee - discount_amount, less cancellation_share, the drivers' share of cancellation_fee (0 with the default settings.cancellation_driver_percent). free_ride_discounts are promotions on rides without a fee, which no other column includes. months_name is English. For admins. Errors: must_login, not_allowed. */
      earnings_report: {
        Args: never
        Returns: {
          year: number
          months_name: string
          month: string
          total_rides: number
          trip_cost: number
          ride_cost: number
          cancellation_fee: number
          convenience_fee: number
          discount_amount: number
          gross: number
          profit: number
          free_ride_discounts: number
          cancellation_share: number
        }[]
      }
      /** Applies a patch to a person's data. Admins: first_name, last_name, mobile, approved, and for drivers car_type_id, fleet_id (null: none), vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info and what the car carries: seats (null: as its car type), luggage, child_seats, wheelchair. Fleet admins: vehicle and other_info of their own drivers. If the patch has a version, it is refused if the person or the car has changed since. Errors: must_login, not_allowed, version_conflict, person_not_found, person_invalid, name_invalid, mobile_no_blank_error. */
      edit_person: {
        Args: { user_id: string; patch: Json }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      /** Ends a driver's charge on a day (default today); weeks that were already charged stay. Idempotent. Errors: must_login, not_allowed, demo_mode, charge_not_found. */
      end_driver_charge: {
        Args: { id: string; until_day?: string | null }
        Returns: Database['public']['Tables']['driver_charges']['Row']
      }
      /** Ends the link that was texted to a guest, with its start code, at once. For the rider or the desk; does nothing if there is none. Errors: must_login, booking_not_found, not_allowed. */
      end_guest_link: {
        Args: { booking_id: string }
        Returns: undefined
      }
      /** Signs the caller out on one other device, or without session_id on all other devices; the session of the call itself is ended by auth.signOut. Returns the number of ended sessions. Errors: must_login, demo_mode. */
      end_own_sessions: {
        Args: { session_id?: string | null }
        Returns: number
      }
      /** Ends the calling driver's shift: they go off duty, the shared car is free, and their own car's data is restored. Idempotent. Errors: must_login, account_suspended, require_approval, not_a_driver, shift_not_found, driver_busy, mileage_required, mileage_invalid. */
      end_shift: {
        Args: { mileage?: number | null }
        Returns: Database['public']['CompositeTypes']['driver_shift']
      }
      /** Recomputes quote and final fare from the stored data: {booking_id, version, code, flags, tax, quote, final, promo, cash_rounding, tip, total, trail, rule, replays, corrections, now}, where quote and final are {lines, trip_cost, inputs} and, except for the rider, driver_share and convenience_fees. tax {percent, amount, included} is included in the fare; promo (negative), cash_rounding (either sign) and tip come after it; total is what the booking costs the rider: the fare with promo and rounding, or the fee of a cancelled booking, and with what changed after the payment. corrections: those of the desk, [{at, amount_before, amount_after, returned, asked, status (changed: before the payment; returned; or that of the payment request), reason}]; now: the price after changes that follow the payment, {trip_cost, discount, tax, and except for the rider driver_share, convenience_fees}, else null. trail, of a metered ride: {distance_km (measured), silent_km (the part estimated over gaps), quoted_km, points, left_out (number of points not counted): {still (car did not move), leap (impossible jump), vague (inaccurate)}}. replays: whether the recomputed results equal the stored ones. Errors: must_login, booking_not_found. */
      explain_fare: {
        Args: { booking_id: string }
        Returns: Database['public']['CompositeTypes']['fare_explanation']
      }
      /** All data about the caller: {profile, driver, bank_details, tax_details, documents, saved_addresses, bookings, trips, no_show_fees, cash_reports, cases, ratings, desk_messages, messages, notices, devices, payments, saved_cards, card_consents, news_consents, refunds, payment_requests, fare_corrections, money_decisions, wallet}, without other people's contacts. Errors: must_login, demo_mode. */
      export_my_data: {
        Args: never
        Returns: Json
      }
      /** Finds a caller on the telephone for admins: up to four people by number (from four digits on, with or without country code), or one person by id. refusal: why create_booking would refuse this person now. is_known: the person is identified by the whole number or as the only match; only then are current trips, recent trips and saved places included. Numbers that a code verified or staff wrote come first; is_claimed: the person only says that it is theirs. Contacts are masked in demo mode. The access log records who read how much. @returns page of found_caller. Errors: must_login, not_allowed, demo_mode (a search by number), needs_approval (above settings.export_limit). */
      find_caller: {
        Args: { phone?: string | null; person_id?: string | null }
        Returns: Page<Database['public']['CompositeTypes']['found_caller']>
      }
      /** Stores the result of a check of this content (mark): clean, or with a reason (too_large, wrong_type, wrong_content, too_many_pixels) refused: the file is taken off its row and removed, and the person who attached it is notified. A file that changed meanwhile is checked again, or refused as replaced if it may not change. */
      finish_file_check: {
        Args: { id: number; mark: string; reason?: string | null }
        Returns: undefined
      }
      /** Reports the results for messages that a sender took: {id, ok, error?, attempt?, sent?} each. A message is sent, or retried later, at most eight times, then dead. Error token_gone deletes the device; token_gone, undeliverable and unknown (it may have been sent) are not retried. not_now says that no provider can send: such attempts do not count, and are repeated until the message expires. attempt, as returned by take_outbox, prevents that a late failure ends the attempt of another sender. sent: {provider, ref, segments, cost: {amount, currency}} of a text message or mail, for its log. Results of unknown or ended messages do nothing. */
      finish_messages: {
        Args: { results: Json }
        Returns: undefined
      }
      /** finish_messages for one message; returns its status, null for an unknown message. */
      finish_outbox: {
        Args: { id: number; ok: boolean; error?: string | null; attempt?: number | null; sent?: Json | null }
        Returns: string
      }
      /** Ends a worker's use of a job. outcome: done (the provider did it, or its response is recorded), failed (it refuses permanently: a refund goes to the wallet, a hold is lost or not made), again (no response, or pending: retried after retry_after seconds, otherwise with growing pauses; dead after about three days, for the desk). note: the provider's message; ref: the provider's id of a refund; nothing_sent: no attempt has reached the provider. Returns queued, done or dead; null for an unknown job. */
      finish_payment_job: {
        Args: {
          job_id: number
          outcome: string
          note?: string | null
          retry_after?: number | null
          ref?: string | null
          nothing_sent?: boolean | null
        }
        Returns: string
      }
      /** Records that a key of /setup gave a sign-in code for the owner whose account it made; accounts/setup calls it just before it returns the code. Errors: setup_done, setup_key_expired. */
      finish_setup: {
        Args: { key_hash: string }
        Returns: undefined
      }
      /** Applies the data of a sign-up form to the caller's account, once a code has verified its e-mail address or number: names, number and referrer of a new account. A person who applied as a driver becomes one, and the documents of the form are submitted: the licence (already uploaded to users/<own id>/license-…) with its number, and in papers those of other kinds: [{kind, path, expires_on, number}]. Missing documents can follow by submit_application_paper. A driver waits for approval while driver_approval is on; then the sessions end. Safe to call twice. Errors: must_login, account_suspended, sign_up_not_found, account_in_use, document_invalid. */
      finish_sign_up: {
        Args: {
          sign_up_id: string
          license_path?: string | null
          license_expires_on?: string | null
          license_number?: string | null
          papers?: Json | null
        }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      /** What is left to do until a new firm can drive, computed from its data: name and phone (firm), town, tax, what it offers, cars with a tariff, a driver with a car, the company's name and address with a template for its legal pages (legal), a ride that was paid or rehearsed, and live once the owner has said so. For owners. Errors: must_login, not_allowed. */
      firm_setup: {
        Args: never
        Returns: Database['public']['CompositeTypes']['firm_setup']
      }
      /** What the calling fleet admin's wallet got from the fares of the fleet's drivers (settings.fleet_percent), less what refunds and corrections took back, for the same periods as dashboard_totals. Errors: must_login, account_suspended, not_allowed. */
      fleet_totals: {
        Args: never
        Returns: Database['public']['CompositeTypes']['gross_earnings']
      }
      /** Registers this browser for a push message when the application is approved; false if no application with this id waits. At most three browsers. Errors: push_token_invalid. */
      follow_application: {
        Args: { sign_up_id: string; token: string }
        Returns: boolean
      }
      /** Ends the current shift with a shared car without entering a mileage, so that another driver can take the car, and notifies the driver whose shift ended. For staff; fleet admins for their own fleet. Idempotent. Errors: must_login, not_allowed, demo_mode, vehicle_not_found, driver_busy. */
      free_vehicle: {
        Args: { vehicle_id: string }
        Returns: undefined
      }
      /** Lowered guards of the settings that wait for a day or for a second person. Errors: must_login, not_allowed. */
      guard_changes: {
        Args: never
        Returns: Database['public']['CompositeTypes']['guard_change'][]
      }
      /** Demand for rides in cells (centre in degrees, about cell_m metres wide): bookings with a pickup in the cell in the last hours, those for which no driver was found (unmet), and the free drivers in it now (supply). Admins see all. Fleet admins see only their own drivers as supply and, like drivers, only cells with at least three riders; drivers see only demand, rounded down to threes. At most 2000 cells, busiest first. Errors: must_login, not_a_driver, require_approval, area_invalid. */
      heat_map: {
        Args: {
          south: number
          west: number
          north: number
          east: number
          hours?: number | null
          cell_m?: number | null
        }
        Returns: { lat: number; lng: number; demand: number; unmet: number; supply: number }[]
      }
      /** Rows of an import that the caller began, by their number in the file; of one state, or all. Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found. */
      import_rows: {
        Args: { import_id: string; state?: string | null; after_nr?: number | null; page_size?: number | null }
        Returns: Database['public']['CompositeTypes']['import_row'][]
      }
      /** Invites everyone for whom an import of the caller made an account and who has never signed in; returns how many messages were queued. Counts as one invitation of the sixty an hour. Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_kind, too_many_requests. */
      invite_imported: {
        Args: { import_id: string }
        Returns: number
      }
      /** Sends a person whom staff added, and who has never signed in, a message with a link to the sign-in; false if none was sent: they have come already, were invited within the hour or five times, or have no address. For admins, and fleet admins for their drivers. 60 an hour. Errors: must_login, account_suspended, not_allowed, demo_mode, person_not_found, too_many_requests. */
      invite_person: {
        Args: { user_id: string }
        Returns: boolean
      }
      /** Invoices (receipts) and credit notes issued from one day to another (both included), in the order of issue, for files in the format UBL. Logged as reading addresses, and counted towards the read limit. @returns page of invoice_row. Errors: must_login, not_allowed, demo_mode, needs_approval. */
      invoice_rows: {
        Args: {
          from_day?: string | null
          to_day?: string | null
          after_at?: string | null
          after_id?: string | null
          page_size?: number | null
        }
        Returns: Page<Database['public']['CompositeTypes']['invoice_row']>
      }
      /** Whether a driver at this place can be offered trips. Errors: must_login, require_approval. */
      is_served: {
        Args: { lat: number; lng: number }
        Returns: boolean
      }
      /** People without an account whom the office knows by this number (seven digits or more, with or without country code), up to four, with their places. An account that the desk makes with the number gets their name and places. The access log records the read. @returns page of known_caller. Errors: must_login, account_suspended, not_allowed, demo_mode, needs_approval. */
      known_callers: {
        Args: { phone: string }
        Returns: Page<Database['public']['CompositeTypes']['known_caller']>
      }
      /** The ledger entries behind a figure of money_desk, latest first: from_day to to_day (both included), of_account (as in money_desk), of_kind, direction (in or out), of_part. amount has the sign that money_desk uses: what the operator holds is positive. Without filters the rows are the journal. Pass the last row's at and id as after_at and after_id for the next page. Errors: must_login, not_allowed, list_invalid. */
      ledger_rows: {
        Args: {
          from_day?: string | null
          to_day?: string | null
          of_account?: string | null
          of_kind?: string | null
          direction?: string | null
          of_part?: string | null
          after_at?: string | null
          after_id?: number | null
          page_size?: number | null
        }
        Returns: Database['public']['CompositeTypes']['ledger_row'][]
      }
      /** Changes by staff and others, newest first, with the name of the person (null: the system, or a deleted account). Filters: actor, action (insert, update, delete or a verb), target (usually a table) and its row, from_at until before to_at. before and after are stored with personal data masked. subject: the reference of the booking (subject_role booking) or the name of the person (subject_role: the person's usertype) that the change is about, with subject_id; null if it is about neither. Pass the last row's at and id as after_at and after_id for the next page. With a read limit, changes of people and bookings by others only of those whom a list has shown. Errors: must_login, not_allowed. */
      list_audit: {
        Args: {
          of_actor?: string | null
          of_action?: string | null
          of_target?: string | null
          of_id?: string | null
          from_at?: string | null
          to_at?: string | null
          after_at?: string | null
          after_id?: number | null
          page_size?: number | null
        }
        Returns: {
          id: number
          at: string
          actor_id: string
          actor_name: string
          actor_role: string
          action: string
          target: string
          target_id: string
          before: Json
          after: Json
          subject_id: string
          subject: string
          subject_role: string
        }[]
      }
      /** Lines of bank statements, last imported first. is_open: only lines that staff must decide; false: only the others. @returns page of bank_lines. Errors: must_login, not_allowed, demo_mode. */
      list_bank_lines: {
        Args: {
          is_open?: boolean | null
          from_day?: string | null
          to_day?: string | null
          before_id?: number | null
          page_size?: number | null
        }
        Returns: Page<Database['public']['Tables']['bank_lines']['Row']>
      }
      /** Lists bookings for staff; for fleet admins those of their fleet. Filters: one or several statuses, people, car type, payment_mode, is_paid (false: not paid and not cancelled), is_unserved (no driver was found), is_later (waits for its time; false: all others, and those within two hours), needs_attention (on the attention list as last broadcast; for fleet admins only items that their fleet can resolve), cancelled_by (rider, driver, admin, system), milestone (accepted: a driver accepted it; arrived: a Book Now ride whose driver reached the pickup), zone_id (pickup or drop inside), the beginning of the reference, search (all words, each by its beginning and whatever its case and accents, in the reference, the names of rider, guest and driver, the plate, the addresses of pickup, drop and stops and the reason of a cancellation; for admins outside demo mode also in the recipient's name and the notes for the driver, and numbers of rider, driver, guest and recipient in any spelling or by their last four digits or more, and e-mail addresses), time of creation (from_at until before to_at) and requested time (trip_from until before trip_to), the days in settings.time_zone of their earnings entries (earned_from to earned_to, both included; with driver_id only entries of that driver). sort: created, trip, reference or payable (total_amount: what the booking costs its rider), newest or highest first unless ascending; or risk: bookings under way by their car's expected lateness at the pickup (app.lateness), arrived cars last. columns: the columns of bookings to return (some that sort are always returned), and attention (the reasons for which the booking is on the attention list) booking_finances {convenience_fees, driver_share} (absent for admins without the permission reports), and only if it is named contacts {customer_contact, guest_phone, delivery_person, delivery_person_phone, pick_up_instructions, delivery_instructions, driver_contact, received_by} (for admins with the permission people, not in a demo; recorded as contacts); null returns all others. The access log records who read how many. @returns page of bookings. Errors: must_login, not_allowed, list_invalid, needs_approval (above settings.export_limit). */
      list_bookings: {
        Args: {
          booking_id?: string | null
          status?: string | null
          statuses?: string[] | null
          customer_id?: string | null
          driver_id?: string | null
          fleet_id?: string | null
          car_type_id?: string | null
          payment_mode?: string | null
          is_paid?: boolean | null
          is_unserved?: boolean | null
          needs_attention?: boolean | null
          cancelled_by?: string | null
          milestone?: string | null
          zone_id?: string | null
          reference?: string | null
          search?: string | null
          from_at?: string | null
          to_at?: string | null
          trip_from?: string | null
          trip_to?: string | null
          earned_from?: string | null
          earned_to?: string | null
          sort?: string | null
          ascending?: boolean | null
          after_value?: string | null
          after_id?: string | null
          page_size?: number | null
          columns?: string[] | null
          is_later?: boolean | null
        }
        Returns: Page<Database['public']['Tables']['bookings']['Row']>
      }
      /** Chargebacks of a status (null: all), next deadline first, with the evidence that exists: the ride's trail, its start code, the receipt, the chat. Pass the last row's due_at and id as after_due and after_id for the next page. Errors: must_login, not_allowed, list_invalid. */
      list_chargebacks: {
        Args: {
          of_status?: string | null
          after_due?: string | null
          after_id?: string | null
          page_size?: number | null
        }
        Returns: {
          id: string
          payment_id: string
          provider: string
          dispute_ref: string
          amount: number
          currency: string
          status: string
          opened_at: string
          due_at: string
          closed_at: string
          purpose: string
          booking_id: string
          reference: string
          customer_id: string
          name: string
          has_trail: boolean
          has_code: boolean
          has_receipt: boolean
          has_chat: boolean
        }[]
      }
      /** Credits by admins, newest first: person, amount, balance after it, the admin who credited (if two were needed, the second), the reason, and when it was reversed. Filters: of_user, from_at until before to_at. Pass the last row's id as before_id for the next page. Errors: must_login, not_allowed. */
      list_credits: {
        Args: {
          of_user?: string | null
          from_at?: string | null
          to_at?: string | null
          before_id?: number | null
          page_size?: number | null
        }
        Returns: {
          id: number
          date: string
          user_id: string
          name: string
          usertype: string
          amount: number
          balance: number
          tx_ref: string
          credited_by: string
          decision_id: string
          reason: string
          reversed_at: string
        }[]
      }
      /** Charges of drivers, latest first. running: only those that will be charged again; false: only the others. Pass the last row's id as before_id for the next page. Errors: must_login, not_allowed. */
      list_driver_charges: {
        Args: {
          of_driver?: string | null
          running?: boolean | null
          before_id?: string | null
          page_size?: number | null
        }
        Returns: {
          id: string
          driver_id: string
          name: string
          kind: string
          amount: number
          weekly: boolean
          from_day: string
          until_day: string
          charged_until: string
          note: string
          created_at: string
        }[]
      }
      /** Earnings entries of bookings on the days from_day to to_day (in settings.time_zone, both included), newest first, of all drivers or only of_driver. They add up to the figures of earnings_report and driver_earnings (driver_share includes the driver's share of cancellation fees). A correction is a separate entry on its own day. Fleet admins see those of their fleet. Pass the last row's day and id as after_day and after_id for the next page. Errors: must_login, not_allowed. */
      list_earnings: {
        Args: {
          from_day?: string | null
          to_day?: string | null
          of_driver?: string | null
          after_day?: string | null
          after_id?: number | null
          page_size?: number | null
        }
        Returns: {
          id: number
          day: string
          booking_id: string
          reference: string
          driver_id: string
          driver_name: string
          rides: number
          trip_cost: number
          ride_cost: number
          driver_share: number
          convenience_fee: number
          discount_amount: number
          cancellation_fee: number
          cancellation_share: number
          free_ride_discounts: number
        }[]
      }
      /** The latest 50 imports of kinds that the caller may import, newest first. Errors: must_login, account_suspended, not_allowed. */
      list_imports: {
        Args: never
        Returns: Database['public']['CompositeTypes']['import_state'][]
      }
      /** Text messages to the firm of the last 90 days, newest first; of one booking, or only those that wait for a person. Pass the last row's id as before_id for the next page. The access log records the read. @returns page of inbound_text. Errors: must_login, not_allowed. */
      list_inbound_texts: {
        Args: {
          of_booking?: string | null
          only_open?: boolean | null
          before_id?: number | null
          page_size?: number | null
        }
        Returns: Page<Database['public']['CompositeTypes']['inbound_text']>
      }
      /** The firm's own words of its messages in a language: of each kind and channel the newest version, or all kept versions of one kind, newest first. kind: notices.driver_arrived, sent_messages.guest, … words: texts by the rest of their keys; by_name: who wrote them. Errors: must_login, not_allowed. */
      list_message_templates: {
        Args: { locale: string; of_kind?: string | null }
        Returns: { kind: string; channel: string; version: number; words: Json; at: string; by_name: string }[]
      }
      /** Text messages and mails of the last 90 days, newest first, with what became of each. receiver: masked. receiver_end: the last four digits of a number or the host of an address; of_receiver: these, or a whole number or address. state: queued, sent, delivered or failed; sent with a reason: perhaps sent. cost: what the provider says. can_resend: whether resend_message would send it again. Pass the last row's id as after_id for the next page. Errors: must_login, not_allowed. */
      list_messages: {
        Args: {
          of_state?: string | null
          of_channel?: string | null
          of_kind?: string | null
          of_receiver?: string | null
          from_at?: string | null
          to_at?: string | null
          after_id?: number | null
          page_size?: number | null
        }
        Returns: {
          id: number
          at: string
          changed_at: string
          kind: string
          channel: string
          receiver: string
          receiver_end: string
          state: string
          reason: string
          provider: string
          segments: number
          booking_id: string
          cost: number
          currency: string
          can_resend: boolean
        }[]
      }
      /** Provider events that did not match (payment_events.outcome), latest first, one row per charge: open, or decided. expected: the amount of the payment. choices: possible decisions for decide_payment_flag; books_to: where the decision book would credit the money, ride or wallet. Pass the last row's received_at and event_id as after_at and after_id for the next page. Errors: must_login, not_allowed. */
      list_payment_flags: {
        Args: {
          is_open?: boolean | null
          after_at?: string | null
          after_id?: string | null
          page_size?: number | null
        }
        Returns: {
          event_id: string
          received_at: string
          outcome: string
          status: string
          provider: string
          amount: number
          currency: string
          expected: number
          payment_id: string
          customer_id: string
          name: string
          booking_id: string
          reference: string
          charge_ref: string
          choices: string[]
          books_to: string
          decision: string
          reason: string
          decided_at: string
          decided_by: string
        }[]
      }
      /** Results of a payout run per driver, in the order of ids; state is that of the withdrawal: open, sent, processed or rejected. Pass the last row's driver_id as after_id for the next page. Errors: must_login, not_allowed. */
      list_payout_rows: {
        Args: { run_id: string; of_outcome?: string | null; after_id?: string | null; page_size?: number | null }
        Returns: {
          driver_id: string
          name: string
          outcome: string
          balance: number
          charges: number
          locked: number
          amount: number
          withdrawal_id: string
          state: string
        }[]
      }
      /** Lists people for staff: everyone except admins, or one usertype (also admin), or one person; fleet admins see their drivers. Filters: is_approved, is_suspended (approval taken away), fleet_id (its drivers), car_type_id and is_active (drivers with it; on duty or not), has_papers_waiting (documents without a decision), never_came (added by staff, and never signed in). search matches names (all words, whatever their case and accents) and plates; outside demo mode also e-mail addresses, referral codes and, from three digits on, numbers in any spelling. sort: created (newest first) or name (last first), or ascending. Contacts are masked in demo mode. Each person has driver_facts: null if the person does not drive, otherwise {car_type_id, car_type, vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info, fleet_id, seats (null: as its car type, type_seats), luggage, child_seats, wheelchair, fleet, is_active, is_busy, seen_at, papers, papers_until}; papers is missing, pending (needs a decision), expired, rejected, expiring (within 14 days) or verified. The access log records who read how many. @returns page of profiles. Errors: must_login, not_allowed, list_invalid, needs_approval (above settings.export_limit). */
      list_people: {
        Args: {
          usertype?: string | null
          search?: string | null
          person_id?: string | null
          is_approved?: boolean | null
          is_suspended?: boolean | null
          fleet_id?: string | null
          car_type_id?: string | null
          is_active?: boolean | null
          has_papers_waiting?: boolean | null
          sort?: string | null
          ascending?: boolean | null
          after_value?: string | null
          after_id?: string | null
          page_size?: number | null
          never_came?: boolean | null
        }
        Returns: Page<Database['public']['Tables']['profiles']['Row']>
      }
      /** Promotions for admins, or one by promo_id. search matches names and descriptions. Filters: discount_type (flat, percentage), is_listed, state (running, ended, used_up), and the last day (valid_from until before valid_to). sort: created, name, validity or uses; newest, last or most first unless ascending. For the next page pass the last row's created_at, promo_name, promo_validity or user_avail and its id as after_value and after_id. Errors: must_login, not_allowed, list_invalid. */
      list_promos: {
        Args: {
          search?: string | null
          promo_id?: string | null
          discount_type?: string | null
          is_listed?: boolean | null
          state?: string | null
          valid_from?: string | null
          valid_to?: string | null
          sort?: string | null
          ascending?: boolean | null
          after_value?: string | null
          after_id?: string | null
          page_size?: number | null
        }
        Returns: Database['public']['CompositeTypes']['listed_promo'][]
      }
      /** Withdrawals for admins. Filters: one withdrawal, status (open, processed, rejected), person, and time of the request (from_at until before to_at). sort: date or amount, newest or highest first, or ascending. Bank numbers are masked in demo mode. This is the only way for admins to read withdrawals. Logged, and counted towards the read limit. @returns page of withdraw_requests. Errors: must_login, not_allowed, list_invalid, needs_approval. */
      list_withdrawals: {
        Args: {
          status?: string | null
          user_id?: string | null
          from_at?: string | null
          to_at?: string | null
          sort?: string | null
          ascending?: boolean | null
          after_value?: string | null
          after_id?: string | null
          page_size?: number | null
          withdrawal_id?: string | null
        }
        Returns: Page<Database['public']['Tables']['withdraw_requests']['Row']>
      }
      /** Written-off debts, latest first. Pass the last row's id as before_id for the next page. Errors: must_login, not_allowed. */
      list_write_offs: {
        Args: { before_id?: string | null; page_size?: number | null }
        Returns: {
          id: string
          created_at: string
          on_day: string
          booking_id: string
          reference: string
          user_id: string
          name: string
          amount: number
          reason: string
          written_by: string
        }[]
      }
      /** Locks everything up to a closed day: from then on nothing can be booked with a date up to this day. Cannot be undone. Returns the last locked day. Errors: must_login, not_allowed, demo_mode, close_in_order. */
      lock_period: {
        Args: { until_day: string }
        Returns: string
      }
      /** Logs a code that a hook of Auth has sent, or could not send. channel: sms or mail. outcome: {state, provider?, ref?, reason?, segments?, cost?}, as an adapter of a provider returns it. */
      log_code: {
        Args: { channel: string; receiver: string; user_id: string; kind: string; outcome: Json }
        Returns: undefined
      }
      /** How many later bookings that a driver had accepted ahead of time went back in the last 30 days: cancelled (by the driver), given_back (the driver was asked and said no), or passed on because the driver was suspended, without papers, car or signal (silent), off_duty or late. For admins, and the driver's fleet admin. Errors: must_login, not_allowed, person_not_found. */
      lost_claims: {
        Args: { driver_id: string }
        Returns: Database['public']['CompositeTypes']['lost_claim_sum'][]
      }
      /** Tells the desk that the caller looks at a booking on the attention list (minutes null; for at most eight hours), puts it off for 1 to 1440 minutes, or takes this back (0). It is about the reasons that the booking has now, except alarms: a reason that begins anew is shown again, and marks of one matter end seven days after the first. Audited. Errors: must_login, not_allowed, booking_not_found, list_invalid, put_off_too_long. */
      mark_attention: {
        Args: { booking_id: string; minutes?: number | null }
        Returns: undefined
      }
      /** Marks the caller's notices with these ids as read, or all without ids. Returns how many were unread. Errors: must_login. */
      mark_notices_read: {
        Args: { ids?: string[] | null }
        Returns: number
      }
      /** Imports lines of a bank statement (camt.053 or CSV): [{reference, booked_on, amount (positive is incoming), currency, end_to_end_id?, name?, note?, provider?}]; closing: {day, balance}. If end_to_end_id is the id of a withdrawal and the amount matches, the line completes it. If a line names a payment provider, the provider's payout is booked. Other lines are left for staff (list_bank_lines, assign_bank_line). Each reference counts once. Returns the outcome of each line. Errors: must_login, not_allowed, demo_mode, statement_invalid. */
      match_statement: {
        Args: { entries: Json; closing?: Json | null }
        Returns: Database['public']['CompositeTypes']['bank_match'][]
      }
      /** A driver writes up to 1000 characters to the desk. The desk sees the message on its attention list until it answers. At most 20 a minute; a repeated client_key sends once. Errors: must_login, account_suspended, require_approval, not_a_driver, message_invalid, too_many_requests. */
      message_desk: {
        Args: { message: string; client_key?: string | null }
        Returns: Database['public']['Tables']['desk_messages']['Row']
      }
      /** An admin sends up to 500 characters to the driver of a booking under way, as a notice and a push message. Audited, at most 20 a minute; a repeated client_key sends once. Errors: must_login, not_allowed, demo_mode, booking_not_found, wrong_status, message_invalid, too_many_requests. */
      message_driver: {
        Args: { booking_id: string; message: string; client_key?: string | null }
        Returns: undefined
      }
      /** The firm's name, colour, logo and phone, and its languages with the texts that it has written itself: of notices, by notices.<key>.title or .text, and of codes and text messages, by sent_messages.<key>; channel_texts are those for push, sms or mail alone. texts also has those of receipts, by receipt.paper.<key>. For the edge functions that send messages and make receipts. */
      message_firm: {
        Args: never
        Returns: Json
      }
      /** What the receiver of a text message or mail wants, by the key of its link: {kinds: the kinds that the firm sends by this channel (booked, driver, outside, delayed, changed, cancelled, receipt), off: those not wanted, stopped: whether none are wanted, channel: sms or mail}. Nothing about the person. Errors: preferences_not_found. */
      message_preferences: {
        Args: { key: string }
        Returns: Database['public']['CompositeTypes']['text_choices']
      }
      /** How much money the operator held at the end of each day, and whether the day is closed; at most 401 days. Errors: must_login, not_allowed. */
      money_days: {
        Args: { from_day?: string | null; to_day?: string | null }
        Returns: { day: string; held: number; is_closed: boolean }[]
      }
      /** Movements of money from one day to another (both included; default: this month up to today). For each account one row with kind null, {part: hold | owe | earned, account, opening, inflow, outflow, closing}, and one row for each kind of transaction, without opening and closing. closing = opening + inflow - outflow, and hold = owe + earned in each column. Every figure is the sum of ledger_rows with the same of_account and of_kind: opening up to the day before from_day, closing up to to_day, inflow with direction in, outflow with direction out. Errors: must_login, not_allowed. */
      money_desk: {
        Args: { from_day?: string | null; to_day?: string | null }
        Returns: {
          part: string
          account: string
          kind: string
          opening: number
          inflow: number
          outflow: number
          closing: number
          entries_in: number
          entries_out: number
        }[]
      }
      /** Until which day the books are closed and locked, and whether wallets and ledger agree. Errors: must_login, not_allowed. */
      money_status: {
        Args: never
        Returns: Database['public']['CompositeTypes']['money_state']
      }
      /** The caller's open alarm: {id, since, has_place, has_number}; no row if there is none. Errors: must_login, user_issue_contact_admin. */
      my_alarm: {
        Args: never
        Returns: Database['public']['CompositeTypes']['raised_alarm'][]
      }
      /** The calling driver's open shift, or no row. Errors: must_login, account_suspended, require_approval, not_a_driver. */
      my_shift: {
        Args: never
        Returns: Database['public']['CompositeTypes']['driver_shift'][]
      }
      /** Up to 20 free drivers around a point, including the nearest of each car type: car type, position to about 100 m, heading, kilometres, estimated seconds to arrive. Never who they are. 60 calls a minute. @returns page of nearby_driver. Errors: too_many_requests. */
      nearby_drivers: {
        Args: { lat: number; lng: number }
        Returns: Page<Database['public']['CompositeTypes']['nearby_driver']>
      }
      /** How many devices (push), mail addresses and numbers (sms) a notification to these people (All, rider, driver) and devices (All, ANDROID, IOS) would reach now, by the language of their owners, which is empty if unknown. Of addresses and numbers only those whose owners agreed to news count. Errors: must_login, not_allowed. */
      news_audience: {
        Args: { usertype?: string | null; devicetype?: string | null }
        Returns: { channel: string; locale: string; receivers: number }[]
      }
      /** Whether the receiver of a message wants news on its channel, by the key of its link: {channel: sms or mail, wanted: null for a receiver who was never asked}. Nothing about the person. Errors: preferences_not_found. */
      news_choice: {
        Args: { key: string }
        Returns: Database['public']['CompositeTypes']['news_choice']
      }
      /** Whether the caller agreed to news by mail and by text message (sms): a row for each that the account has a proved address or number for, which is masked. Errors: must_login. */
      news_consents: {
        Args: never
        Returns: { channel: string; receiver: string; given: boolean }[]
      }
      /** What decides about the cost of news by text message. price: the mean of the last 30 days, by what providers said. Errors: must_login, not_allowed. */
      news_texts: {
        Args: never
        Returns: Database['public']['CompositeTypes']['news_texts']
      }
      /** The driver reports that the rider did not come within settings.free_wait minutes. The fee, the last step of the car type's cancel_slab, is charged at once if the trail shows that the car waited at the pickup, otherwise when the desk agrees (no_show_fees). Errors: not_a_driver, require_approval, booking_not_found, wrong_status, no_show_too_early, not_at_pickup. */
      no_show: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Stores the provider's response after a payment was started: the provider's reference, when the payment expires, and the customer's next step. From then on a job asks the provider for the state of the payment until it is decided. Returns payment_view. Errors: payment_not_found. */
      note_payment: {
        Args: { payment_id: string; provider_ref?: string | null; expires_at?: string | null; next?: Json | null }
        Returns: Json
      }
      /** How far a notification is delivered: number of devices, addresses and numbers to which it is queued, sent, could not be sent (dead), or was not sent because it was stopped. All 0 before it is sent, and after the outbox has deleted its messages. Errors: must_login, not_allowed. */
      notification_progress: {
        Args: { notification_id: string }
        Returns: { queued: number; sent: number; dead: number; stopped: number }[]
      }
      /** For pages of the release 0.2.0; news_audience counts each way. Number of devices that a notification to these people (All, rider, driver) and devices (All, ANDROID, IOS) would reach now; 0 if none matches. Errors: must_login, not_allowed. */
      notification_receivers: {
        Args: { usertype?: string | null; devicetype?: string | null }
        Returns: number
      }
      /** Continues the search for a driver if its next step is due; called by the rider's page. Returns the booking. Errors: must_login, booking_not_found. */
      nudge_dispatch: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The rider objects within 7 days to the cash that the driver reported, with a reason and the amount that they paid; the desk then decides. Idempotent. Returns the report. Errors: must_login, cash_report_not_found, cash_report_decided, objection_too_late, reason_required, amount_invalid. */
      object_to_cash: {
        Args: { booking_id: string; reason: string; paid?: number | null }
        Returns: Database['public']['Tables']['cash_reports']['Row']
      }
      /** The rider objects to a no-show fee within 7 days; the desk then decides. Idempotent. Returns the fee. Errors: must_login, no_show_fee_not_found, no_show_fee_decided, objection_too_late, reason_required. */
      object_to_no_show: {
        Args: { booking_id: string; reason: string }
        Returns: Database['public']['Tables']['no_show_fees']['Row']
      }
      /** A rider reports to the desk, within 30 days of a trip's end: something lost (with reach, up to 200 characters), the fare, or a question, in up to 2000 characters. One open case per kind and booking; a retry returns it. Errors: must_login, booking_not_found, wrong_status (the trip is not over), select_proper, message_invalid, case_reach_missing, case_too_late, case_open, too_many_requests. */
      open_case: {
        Args: { booking_id: string; kind: string; message: string; reach?: string | null }
        Returns: Database['public']['Tables']['cases']['Row']
      }
      /** Opens the picture of a driver's document for admins and for the fleet admin of the driver: returns its path in the bucket users, which storage shows the caller for a minute. The access log records it, and it counts towards the read limit. Errors: must_login, account_suspended, not_allowed, demo_mode, document_not_found, file_being_checked, needs_approval. @returns opened_file */
      open_document: {
        Args: { id: string }
        Returns: Database['public']['CompositeTypes']['opened_file']
      }
      /** Later bookings that the caller may claim, the soonest 100: areas of 300 m instead of exact places, distance rounded to 100 m, and earnings as in an offer. Errors: must_login, account_suspended, require_approval, not_a_driver. */
      open_later_bookings: {
        Args: never
        Returns: {
          booking_id: string
          category: string
          car_type: string
          trip_at: string
          pickup_area_lat: number
          pickup_area_lng: number
          drop_area_lat: number
          drop_area_lng: number
          pickup_km: number
          trip_distance: number
          trip_time: number
          driver_share: number
          trip_cost: number
          payment_mode: string
          requirements: Json
        }[]
      }
      /** Opens the key of a one-time link to /setup for 30 minutes, and ends earlier ones. key_hash: SHA-256 of 256 random bits, in hexadecimal. Only while the firm has no owner. Returns when the key expires. Errors: setup_done, setup_key_invalid. */
      open_setup_key: {
        Args: { key_hash: string }
        Returns: string
      }
      /** Sets the order of the cancel reasons; reasons that are not in ids, such as a new one, keep their value. Errors: must_login, not_allowed, demo_mode. */
      order_cancel_reasons: {
        Args: { ids: string[] }
        Returns: undefined
      }
      /** Sets the positions of car types, starting at 1; types that are not in ids keep theirs. Errors: must_login, not_allowed, demo_mode. */
      order_car_types: {
        Args: { ids: string[] }
        Returns: undefined
      }
      /** Sets the order of the kinds of papers; kinds that are not in ids keep theirs. Errors: must_login, not_allowed, demo_mode. */
      order_paper_kinds: {
        Args: { ids: string[] }
        Returns: undefined
      }
      /** An admin lets the driver of a booking continue without the code, for example because the rider's phone is empty: to start a ride, or to deliver a parcel. Works at once and for this driver only; otp_secure of the booking becomes false. Audited, and recorded in the history when used. More than three of one driver or one admin within a day raise attention. Idempotent. Errors: must_login, not_allowed, demo_mode, booking_not_found, wrong_status, reason_required. */
      override_start_code: {
        Args: { booking_id: string; reason: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** What the caller wrote in own bookings, for repeating them and for lists: the guest's number, the recipient of a parcel, and the notes. 200 bookings at most; those of others are left out. In a demo numbers are masked. Errors: must_login, account_suspended. */
      own_orders: {
        Args: { booking_ids: string[] }
        Returns: Database['public']['CompositeTypes']['own_order'][]
      }
      /** The caller's invitation code and its results, as numbers without names. Errors: must_login. */
      own_referrals: {
        Args: never
        Returns: Database['public']['CompositeTypes']['own_referrals']
      }
      /** The caller's sessions (devices on which they are signed in): this one first, then by last use. Errors: must_login. */
      own_sessions: {
        Args: never
        Returns: Database['public']['CompositeTypes']['own_session'][]
      }
      /** The caller's balance, and which part of it may be withdrawn when. Errors: must_login. */
      own_wallet: {
        Args: never
        Returns: Database['public']['CompositeTypes']['own_wallet']
      }
      /** What the people of the caller's trip wrote to the firm by text message, newest first, while the trip runs and if settings.driver_reads_texts is on; else nothing. who: guest, customer or recipient. sender: masked. Errors: must_login, account_suspended, require_approval, not_a_driver. */
      passenger_texts: {
        Args: { booking_id: string }
        Returns: { id: number; at: string; who: string; sender: string; words: string }[]
      }
      /** The rider of a ride that wallet or card did not pay chooses to pay the open amount in cash, as long as the driver is there; the driver is told and confirms it. Wallet and card can still pay it. Returns the booking. Idempotent. Errors: must_login, booking_not_found, wrong_status, payment_mode_unavailable, payment_running, driver_left. */
      pay_in_cash: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The rider pays a PENDING or PAYMENT_PENDING booking from the wallet, bonus money first: in full, or as far as the balance reaches; payable_amount is then the rest for cash or card. Returns the booking. Idempotent. Errors: must_login, booking_not_found, wrong_status, insufficient_balance. */
      pay_with_wallet: {
        Args: { booking_id: string; client_key?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The token of the saved card that pays a payment: {token, customer}. Null if the payment uses no saved card, or if the card was removed meanwhile. */
      payment_card: {
        Args: { payment_id: string }
        Returns: Json
      }
      /** The payment view with `next`, the customer's next step while the payment is not decided. With customer_id only for that customer. Errors: payment_not_found. */
      payment_view: {
        Args: { payment_id: string; customer_id?: string | null }
        Returns: Json
      }
      /** Open withdrawals with bank details, of one run or all, for a payment file (pain.001 or CSV), in the order of ids. sent_at: when the withdrawal was first exported, so that it is not sent twice; this call sets it. With is_sent false the call only reads and sets nothing, because the caller does not know yet which rows it can write to a file. only_ids: the withdrawals that were written to the file; the result shows which of them another file exported meanwhile. The bank returns end_to_end_id in its statement, where match_statement recognises the withdrawal by it. @returns page of payout_file_row. Errors: must_login, not_allowed, demo_mode. */
      payout_file: {
        Args: {
          run_id?: string | null
          after_id?: string | null
          page_size?: number | null
          only_ids?: string[] | null
          is_sent?: boolean | null
        }
        Returns: Page<Database['public']['CompositeTypes']['payout_file_row']>
      }
      /** Until when a person's new withdrawals wait after a change of bank details or a contact, for admins with the permission payouts; null if they do not wait. Errors: must_login, not_allowed. */
      payout_wait: {
        Args: { user_id: string }
        Returns: string
      }
      /** For admins: the devices on which a person receives messages or is signed in, latest use first. Errors: must_login, not_allowed. */
      person_devices: {
        Args: { user_id: string }
        Returns: Database['public']['CompositeTypes']['person_device'][]
      }
      /** Checks that the caller may create this account and that its e-mail address or number is free; called for the route accounts/users. Returns {id, made, user: the request to the auth server}; made: whether an account created with this client_key exists already. facts: {usertype, first_name, last_name, email, mobile, approved (admins), staff_role (of admins), fleet_id, car_type_id, vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info (of drivers)}. Fleet admins: 20 times an hour, only their own drivers, approved only while driver_approval is off. Calls are logged. Errors: must_login, account_suspended, not_allowed, person_invalid, name_invalid, email_or_mobile_issue, user_exists, too_many_requests. */
      plan_account: {
        Args: { facts: Json; client_key: string }
        Returns: Json
      }
      /** Checks that the caller may give this person this e-mail address for signing in, and that it is free; called for the route accounts/users. Returns {id, made: whether the person has it already, user: the request to the auth server}. The change ends the person's sessions, is told to both addresses, and withdrawals wait for settings.bank_change_hours. For admins; the address of an admin needs the permission staff, and the own one changes in the profile. Calls are logged. Errors: must_login, account_suspended, not_allowed, demo_mode, person_not_found, proper_email, user_exists. */
      plan_email: {
        Args: { user_id: string; email: string }
        Returns: Json
      }
      /** The next accounts of an import, for the route accounts/import: {users: [{nr, user: the request to the auth server}], import: import_state}. Rows of people who have an account are written at once; rows whose account was made since the last call are finished. failed: numbers of rows for which the auth server made no account. @returns import_plan. Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_kind, import_undone, import_incomplete, import_unchecked. */
      plan_import_accounts: {
        Args: { import_id: string; failed?: number[] | null; most?: number | null }
        Returns: Database['public']['CompositeTypes']['import_plan']
      }
      /** Tries the key of a one-time link to /setup; called for the route accounts/setup. Returns {id, made, user: the request to the auth server that makes the owner's account}; made: whether an earlier try made it. A key that was never opened counts against the newest one, which ends after ten. The key works again with the same address until the owner has signed in once. client_key: the window; while one uses the key, others are refused for a minute. Errors: setup_key_invalid, setup_key_expired, setup_in_use, setup_done, proper_email, user_exists. */
      plan_setup: {
        Args: { key_hash: string; email: string; client_key?: string | null }
        Returns: Json
      }
      /** Counts for the menu of staff, each up to 100 (meaning 100 or more). attention: bookings on the attention list, with the permission desk (fleet admins: those that their fleet can resolve); withdrawals: open withdrawals, with the permission payouts; money: cases at the money desk as in app.money_waiting, with the permission money. Null without the permission. Changes are broadcast as attention, withdrawal and money on the topics admin and fleet. Errors: must_login, not_allowed. */
      portal_counts: {
        Args: never
        Returns: { attention: number; withdrawals: number; money: number }[]
      }
      /** The private topic on which the driver of a trip sends the position, from ACCEPTED to STARTED, otherwise null. For the rider, the driver, the fleet admin and admins. It changes with each driver. Errors: must_login, not_allowed, booking_not_found. */
      position_topic: {
        Args: { booking_id: string }
        Returns: string
      }
      /** The price of rides under a car type, saved or not. tariff is a car_types row as JSON; rides is [{distance (km, or miles with settings.convert_to_mile), minutes, parcel_type_index?, option_index?}], at most 50. Returns one row per ride in the same order, computed like a quote but without zones and tariff windows. Errors: must_login, not_allowed, tariff_invalid, select_proper. */
      preview_fares: {
        Args: { tariff: Json; rides: Json }
        Returns: Database['public']['CompositeTypes']['previewed_fare'][]
      }
      /** The discount that a promotion with these values would give on a fare, for its form: {trip_cost, applies (the fare reaches min_order), discount_amount, payable_amount}. Saves nothing. Errors: must_login, not_allowed, amount_invalid. */
      preview_promo: {
        Args: {
          discount_type: string
          discount_value: number
          max_discount?: number | null
          min_order?: number | null
          trip_cost?: number | null
        }
        Returns: Database['public']['CompositeTypes']['previewed_promo']
      }
      /** The price of rides in the first car type that start_car_types would make for a fare and a share of the firm. rides, and the result: as of preview_fares. For owners. Errors: must_login, not_allowed, settings_invalid, tariff_invalid. */
      preview_start: {
        Args: { fare: number; fee_percent: number; rides: Json }
        Returns: Database['public']['CompositeTypes']['previewed_fare'][]
      }
      /** The result of notification_progress as an array (a computed column of notifications): queued, sent, dead and stopped; null for drafts and for callers without the permission broadcast. */
      progress: {
        Args: { notification: Database['public']['Tables']['notifications']['Row'] }
        Returns: number[]
      }
      /** Moves the promised arrival (bookings.promised_at) to the measured seconds of the way by road plus the grace. Returns it; null, and changes nothing, more than five seconds after the acceptance, or if the driver no longer has the booking. */
      promise_by_road: {
        Args: { booking_id: string; driver_id: string; accepted_at: string; secs: number }
        Returns: string
      }
      /** Says that a device has shown a push; the text message or mail about the same event is then not sent. ack: the key in the push. An unknown key does nothing. */
      push_shown: {
        Args: { ack: string }
        Returns: undefined
      }
      /** Whether an engaged booking keeps the driver busy now (a computed column of drivers); null for drivers whom the caller may not see. */
      queue: {
        Args: { driver: Database['public']['Tables']['drivers']['Row'] }
        Returns: boolean
      }
      /** Prices a measured route. quote: {car_type_id, pickup:{lat,lng,add,point_name?}, drop: same keys, waypoints:[…], distance_in_km, time_in_secs, polyline, parcel_type_index?, option_index?, trip_at?}; point_name comes from the server's map, never from a client. Returns {quote_id, trip_cost, cash_amount, lines, tax, currency, expires_at, price_parts}; cash_amount is trip_cost rounded for cash, price_parts is [{side: price, kind: fare or cash_rounding, amount, tax?}], tax is included in trip_cost, quote_id is null if customer_id is not a rider. Errors: select_proper, too_many_stops, no_route_found, zone_no_service, outside_area. */
      quote_fare: {
        Args: { customer_id: string; quote: Json }
        Returns: Database['public']['CompositeTypes']['quoted_fare']
      }
      /** How a quote could be paid now: what the caller's wallet would pay, the rest (open_amount_left) and what it would be in cash, and the maximum that would be reserved on a card. Moves no money: pay_with_wallet pays the final fare. Errors: must_login, account_suspended, quote_not_found. */
      quote_payment: {
        Args: { quote_id: string }
        Returns: {
          wallet_balance: number
          from_wallet: number
          cash_left: number
          card_hold: number
          open_amount_left: number
        }[]
      }
      /** A rider (from acceptance until 30 minutes after the end) or a driver (at any time) calls the desk for help: attention_list shows the alarm at once. A repeated call updates the same alarm. An invalid or missing position is ignored, and the position of the car is shown. Returns {id, since, has_place, has_number}. Errors: must_login, user_issue_contact_admin, not_allowed, booking_not_found, wrong_status, too_many_requests. */
      raise_alarm: {
        Args: { booking_id?: string | null; lat?: number | null; lng?: number | null }
        Returns: Database['public']['CompositeTypes']['raised_alarm']
      }
      /** Rates the other person of a trip. The rider rates the driver, optionally with tags of app.rating_tags() and a comment, or skips the rating by passing no stars; both complete the booking. The driver rates the rider. The receiver sees a rating once both have rated, or after 24 hours. Idempotent. Errors: must_login, booking_not_found, rating_invalid, wrong_status, already_rated. */
      rate_booking: {
        Args: { booking_id: string; stars?: number | null; comment?: string | null; tags?: string[] | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The ratings that a person received (default: the caller): {userrating, count, details [{user, rate, booking_id, at}], comments [{comment, month}], tags {tag: count}}, details and comments the last 200 each; for admins comments include user and booking_id. Errors: must_login, not_allowed. */
      rating_details: {
        Args: { user_id?: string | null }
        Returns: Database['public']['CompositeTypes']['rating_summary']
      }
      /** Ends the trip and stores its final fare. A parcel requires the code; a parcel that is returned requires the driver to be at the sender instead. An admin may end the trip of a car that broke down, which is audited. Idempotent. accepted_at, client_key and at as in arrive_at_pickup; payments and reports use the server's time. Returns the booking, PENDING or PAID (@returns bookings). Errors: must_login, not_a_driver, require_approval, not_allowed, booking_not_found, job_changed, wrong_status, reported_time_invalid, not_at_pickup, start_code_wrong, start_code_required, start_code_locked. */
      reach_drop: {
        Args: {
          booking_id: string
          otp?: string | null
          accepted_at?: string | null
          client_key?: string | null
          at?: string | null
        }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** A person's bank details, for admins; no row if there are none. The access log records the read. @returns page of bank_details. Errors: must_login, not_allowed, demo_mode. */
      read_bank_details: {
        Args: { user_id: string }
        Returns: Page<Database['public']['Tables']['bank_details']['Row']>
      }
      /** A booking's chat, for admins, oldest message first. The access log records the read. @returns page of chat_messages. Errors: must_login, not_allowed. */
      read_chat: {
        Args: { booking_id: string }
        Returns: Page<Database['public']['Tables']['chat_messages']['Row']>
      }
      /** Messages between a driver and the desk, for admins, the latest 100, newest first. The access log records the read as that of a chat. @returns page of desk_messages. Errors: must_login, not_allowed. */
      read_desk_messages: {
        Args: { driver_id: string }
        Returns: Page<Database['public']['Tables']['desk_messages']['Row']>
      }
      /** Confirms that a number still belongs to this person: for one day a code sent to it signs in, however long it was dormant. Errors: must_login, not_allowed, person_not_found. */
      readmit_number: {
        Args: { user_id: string }
        Returns: undefined
      }
      /** Differences between a provider's reports and our payments, from one day to another (both included), latest first: missing_here (only in the report), missing_there (paid in our books, but in no report of these days), amount_differs. Differences that were solved are left out. external_amount, ledger_amount and difference have the sign of what the provider owes us. Pass the last row's at and ref as after_at and after_ref for the next page. Errors: must_login, not_allowed. */
      reconciliation: {
        Args: {
          provider: string
          from_day?: string | null
          to_day?: string | null
          after_at?: string | null
          after_ref?: string | null
          page_size?: number | null
        }
        Returns: {
          outcome: string
          kind: string
          ref: string
          at: string
          charge_ref: string
          payment_id: string
          booking_id: string
          reference: string
          external_amount: number
          ledger_amount: number
          difference: number
        }[]
      }
      /** Balances of others compared with our ledger, up to a day (today): bank (the latest statement), each provider (its reports; `ledger_amount` is what it owes us and has not paid out) and, for today, wallets (the balances that people see). as_of: the date of the other balance, null if there is none; open_lines: number of lines that staff must decide. Errors: must_login, not_allowed. */
      reconciliation_sums: {
        Args: { on_day?: string | null }
        Returns: {
          source: string
          as_of: string
          external_amount: number
          ledger_amount: number
          difference: number
          open_lines: number
        }[]
      }
      /** Staff records a chargeback that the provider reported by e-mail: opened (for amount, or for everything that is not yet disputed), won or lost. Idempotent. Has the same effect as the provider's event. Returns the chargeback. Errors: must_login, not_allowed (also for one's own payment), demo_mode, payment_not_found, no_details_error, chargeback_refused. */
      record_chargeback: {
        Args: {
          payment_id: string
          status?: string | null
          amount?: number | null
          due_at?: string | null
          dispute_ref?: string | null
        }
        Returns: Database['public']['Tables']['chargebacks']['Row']
      }
      /** Stores in a booking's history a step that its current or former driver made while offline and that was refused when it was sent (step: arrived, stop, started, returning, reached, cash; reason: the key of the refusal; at: when). Changes nothing else. Returns false if this key is already stored, or twenty steps are. Errors: must_login, not_a_driver, require_approval, booking_not_found, select_proper, reported_time_invalid. */
      record_missed_step: {
        Args: { booking_id: string; step: string; reason: string; client_key: string; at: string }
        Returns: boolean
      }
      /** Records an event of a provider whose origin is verified, or the provider's response to a request. status: paid, authorized, pending, failed, voided, refunded, refund_failed, chargeback, chargeback_won, chargeback_lost; others are stored without effect. Only `paid` with the stored amount and currency pays, and each (provider, event_id) has one effect however often it is delivered. Without payment_id the payment is found by provider_ref or charge_ref. Returns {outcome, duplicate, payment_id, booking_id, booking_status}; outcome as in payment_events.outcome. Errors: no_provider_found. */
      record_payment_event: {
        Args: {
          provider: string
          event_id: string
          payment_id: string
          amount: number
          currency: string
          status: string
          payload?: Json | null
          provider_ref?: string | null
          charge_ref?: string | null
          fee?: number | null
          refund_id?: string | null
          refund_ref?: string | null
          dispute_ref?: string | null
          due_at?: string | null
        }
        Returns: Database['public']['CompositeTypes']['payment_effect']
      }
      /** Imports lines of a provider's report: [{line_ref, kind: charge | refund | chargeback | chargeback_won | fee | payout | adjustment, charge_ref (or our payment's id), gross (positive: came to us), fee, currency, at}], at most 20,000; each line_ref counts once. Compares them with our data, books fees that no event reported, and returns the counts; for differences see reconciliation(). Errors: must_login, not_allowed, demo_mode, no_provider_found, report_invalid. */
      record_provider_report: {
        Args: { provider: string; lines: Json }
        Returns: Database['public']['CompositeTypes']['report_result']
      }
      /** Takes a provider's report of a message: taken, delivered or failed (state). event: identifies the report. ref: the provider's id of the message. key: ours, outbox-<id>. receiver: the number or address, or null. Returns applied; duplicate; late (a later report counts); unknown (kept for a week, until the message is logged); refused (the message went to somebody else). */
      record_receipt: {
        Args: {
          provider: string
          event: string
          ref: string
          key: string
          receiver: string
          state: string
          reason?: string | null
          is_permanent?: boolean | null
          segments?: number | null
          cost?: number | null
          currency?: string | null
        }
        Returns: string
      }
      /** Notes that a provider knows that the owner of a number or address wants no messages by sms or mail (channel): after a complaint, or a stop at the provider. Returns whether that is new. */
      record_stop: {
        Args: { channel: string; receiver: string }
        Returns: boolean
      }
      /** Takes a text message to the firm: obeys a stop, says where the car is, asks before it cancels, and leaves the rest to the desk, at the number's open booking or on the attention list. event: identifies the text. sender: E.164; not to be believed. is_answered: the provider has answered a stop itself. Returns what the text asked for; duplicate; too_many. */
      record_text: {
        Args: { provider: string; event: string; sender: string; words: string; is_answered?: boolean | null }
        Returns: string
      }
      /** Uses a link up and returns the payment view. If the link is unknown, used, expired, or no longer payable, returns {code, message: checkout_expired, hint, details: the payment's id, if known}, a refusal that commits. */
      redeem_checkout: {
        Args: { token_hash: string }
        Returns: Json
      }
      /** Referrers whose invited people look invented, most suspicious first, at most 200, from bonuses paid since `since` (default: 180 days ago): {referrer_id, referred (people whose bonus was paid), bonus (paid to both), spent (the part spent on fares), drivers (of the trips that earned), same_driver (most trips with one driver), shared_devices (people minus devices), similar_mailboxes (people minus mailboxes, ignoring digits in names), last_at, score}. For admins. Errors: must_login, not_allowed. */
      referral_rings: {
        Args: { since?: string | null }
        Returns: {
          referrer_id: string
          referred: number
          bonus: number
          spent: number
          drivers: number
          same_driver: number
          shared_devices: number
          similar_mailboxes: number
          last_at: string
          score: number
        }[]
      }
      /** An admin refunds a booking after PAID, at most what was paid in total: as goodwill of the operator, or with reclaim_share from the driver's (and fleet's) share as far as it reaches. The money goes to the wallet, or to the card if settings.refund_to is source. Returns {booking_id, transaction_id, amount, refunds: [{id, amount, status, reason, to}]}; a repeated client_key refunds once. Errors: must_login, not_allowed, demo_mode, booking_not_found, wrong_status, amount_invalid, refund_too_high, person_not_found (the rider's account was deleted), needs_approval. */
      refund_booking: {
        Args: {
          booking_id: string
          amount: number
          reason: string
          reclaim_share?: boolean | null
          client_key?: string | null
        }
        Returns: Database['public']['CompositeTypes']['booking_refund']
      }
      /** From now on sends the caller's messages to this device, and no longer those of its previous owner. channels: the kinds of messages wanted on it; null keeps them. name: what the device calls itself, kept only if it has no name yet. Errors: must_login, push_token_invalid. */
      register_push_token: {
        Args: { token: string; platform: string; channels?: string[] | null; name?: string | null }
        Returns: Database['public']['Tables']['push_tokens']['Row']
      }
      /** A driver made up for this call drives a rider made up for it, by the functions that real ones call: quote, booking, search, offer, start code, positions, fare, cash, ledger, receipt. All of it is undone before the call returns, except that the set-up's first ride is done. route: {pickup: {lat, lng, add}, drop, points [{lat, lng}], distance_in_km, time_in_secs, polyline}; as nothing stays, its measures may come from the page. For owners. Errors: must_login, not_allowed, demo_mode, select_proper, rehearsal_failed, no_car, and those of quote_fare and create_booking. */
      rehearse_ride: {
        Args: { route: Json }
        Returns: Database['public']['CompositeTypes']['rehearsed_ride']
      }
      /** An admin rejects a request, or withdraws their own. Idempotent. Errors: must_login, not_allowed, demo_mode, approval_not_found, approval_closed. */
      reject: {
        Args: { id: string; reason?: string | null }
        Returns: Database['public']['Tables']['approvals']['Row']
      }
      /** An admin rejects a withdrawal; the money returns to the wallet. Idempotent. Returns the request. Errors: must_login, not_allowed, demo_mode, withdrawal_not_found, withdrawal_closed. */
      reject_withdrawal: {
        Args: { id: string; reason?: string | null }
        Returns: Database['public']['Tables']['withdraw_requests']['Row']
      }
      /** Ends the wait after a change of bank details early, once the desk knows that the person made the change. Returns when the wait would have ended. Errors: must_login, not_allowed (also for oneself), demo_mode, needs_approval. */
      release_payouts: {
        Args: { user_id: string; reason: string }
        Returns: string
      }
      /** Books that the tax due at the end of a month was paid from the bank account, once per month. on_day: date of the payment (default today), never in a locked period. Errors: must_login, not_allowed, demo_mode, day_not_over, period_locked, nothing_to_remit. */
      remit_tax: {
        Args: { month: string; on_day?: string | null }
        Returns: Database['public']['Tables']['tax_remittances']['Row']
      }
      /** Removes a saved card of the caller, withdraws the consent and queues its deletion at the provider. False if the caller has no such card, as in a retry. Errors: must_login. */
      remove_card: {
        Args: { id: string }
        Returns: boolean
      }
      /** An admin removes an extra before the ride is paid; if the final fare is already stored, it is recomputed without the extra. Audited; driver and rider are notified. Idempotent. Errors: must_login, not_allowed, demo_mode, extra_not_found, wrong_status, reason_required. */
      remove_extra: {
        Args: { id: string; reason: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Removes all second factors of another admin or fleet admin, for example after they lost their phone. Signs them out on all devices; the next sign-in asks them to set up a new one. They and the owners are told. An admin then counts as a second person like a new one: after 14 days, or once another owner has confirmed them, but not beside that owner. For owners; with the secret key for anyone of the staff. Returns the number of removed factors. Idempotent. Errors: must_login, not_allowed, demo_mode, person_not_found, no_details_error. */
      remove_second_factor: {
        Args: { user_id: string; reason: string }
        Returns: number
      }
      /** Names one of the caller's places, or removes its name (null). If another place has this name, that place loses it. Errors: must_login, address_invalid, address_not_found, too_many_addresses. */
      rename_address: {
        Args: { id: string; label: string }
        Returns: Database['public']['Tables']['saved_addresses']['Row']
      }
      /** Stores one position, like report_positions; without `at` it counts as measured now. */
      report_position: {
        Args: { lat: number; lng: number; heading?: number | null; accuracy?: number | null; at?: string | null }
        Returns: number
      }
      /** Stores the caller's positions [{lat, lng, heading, accuracy, at}] (degrees, metres, time or milliseconds). Late points are stored with the booking and status of their own time, up to a day after the end of the trip. Implausible points and points outside a trip are dropped. After a jump above 200 km/h the old position stays until three consecutive points over 20 s confirm the new one. Returns the number of stored points. Errors: not_a_driver, require_approval. */
      report_positions: {
        Args: { points: Json }
        Returns: number
      }
      /** A driver reports a problem on a trip that they accepted, from acceptance until 30 days after its end: kind passenger, accident, vehicle, fare, found (item left in the car) or something, in up to 2000 characters. One open case per kind, booking and driver. A repeated client_key, or the same text while a case is open, returns that case. Errors: must_login, account_suspended, require_approval, not_a_driver, booking_not_found, select_proper, message_invalid, case_too_late, case_open, too_many_requests. */
      report_problem: {
        Args: { booking_id: string; kind: string; message: string; client_key?: string | null }
        Returns: Database['public']['Tables']['cases']['Row']
      }
      /** Requests another admin's approval of a credit (target_id: person), a refund (booking), a reversal (decision about money), the right fare (booking; amount is the price), a decision about cash (booking; amount is what counts) or a toll (extra), a payout (withdrawal), a write-off (booking, person, or flagged provider event) or the early end of the wait after a change of bank details (bank_release: person). Staff also requests to read more rows than settings.export_limit (export: no target; amount is the number of rows). A repeated client_key returns the first request. Errors: must_login, not_allowed (also for oneself), demo_mode, no_details_error. */
      request_approval: {
        Args: {
          kind: string
          target_id: string
          amount?: number | null
          reason?: string | null
          client_key?: string | null
        }
        Returns: Database['public']['Tables']['approvals']['Row']
      }
      /** An admin asks the rider of a paid booking for a toll or the cost of a damage (kind), which the driver gets if the rider accepts within 30 days. The rider is told by notice and e-mail. Audited; a repeated client_key returns the first request. Errors: must_login, not_allowed, demo_mode, booking_not_found, wrong_status, amount_invalid, select_proper, reason_required, correction_too_late, person_not_found. */
      request_payment: {
        Args: { booking_id: string; kind: string; amount: number; reason: string; client_key?: string | null }
        Returns: Database['public']['Tables']['payment_requests']['Row']
      }
      /** The caller requests a withdrawal; the money leaves the wallet at once. At most the balance without bonus, card money and recent tips. Returns the request; a repeated client_key returns the first. Errors: must_login, withdrawal_not_allowed, amount_invalid, payout_waits, insufficient_balance, not_withdrawable, too_many_requests (20 open). */
      request_withdrawal: {
        Args: { amount: number; client_key?: string | null }
        Returns: Database['public']['Tables']['withdraw_requests']['Row']
      }
      /** Sends a text message or mail once more that failed or was perhaps sent. Never a code. Audited. Errors: must_login, not_allowed, demo_mode, message_not_found, message_not_resent. */
      resend_message: {
        Args: { message_id: number }
        Returns: undefined
      }
      /** Writes a doubtful number of an older database to its row, if that has no number yet, and returns whether it did. For the secret key. Errors: mobile_no_blank_error. */
      resolve_number: {
        Args: { id: number; number: string }
        Returns: boolean
      }
      /** An admin retries a request of stuck_payments, with the same idempotency key at the provider. False if the request is not stuck, or its hold is lost. Errors: must_login, not_allowed, demo_mode. */
      retry_payment: {
        Args: { job_id: number }
        Returns: boolean
      }
      /** Starts the way back of an undeliverable parcel to its sender, at the same fare; reach_drop at the sender needs no code. For the driver at the drop, or an admin. Idempotent. accepted_at, client_key and at as in arrive_at_pickup. Errors: must_login, not_a_driver, require_approval, not_allowed, booking_not_found, job_changed, not_a_delivery, wrong_status, reported_time_invalid, not_at_drop. */
      return_to_sender: {
        Args: {
          booking_id: string
          reason: string
          accepted_at?: string | null
          client_key?: string | null
          at?: string | null
        }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Returns the unspent part of a top-up to its card, within settings.topup_lock_days; for the person who topped up, or an admin. Returns the refund, whose status is due until the provider confirms; a repeated client_key returns the first refund. Errors: must_login, not_allowed, demo_mode, payment_not_found, nothing_to_return. */
      return_topup: {
        Args: { payment_id: string; client_key?: string | null }
        Returns: Database['public']['Tables']['refunds']['Row']
      }
      /** An admin takes back a decision about money (money_decisions) once, within 30 days: a credit, a charged or waived fee, a charge of a driver, cash that a driver handed in, a write-off, or a decision about cash or a toll, which then waits for the desk again. Entries of the ledger stay; a new transaction reverses them in the current month. A driver's part of a fee is taken back too, below zero if it was paid out. Of decisions about one fee only the last can be reversed. Counts towards settings.credit_limit. The people concerned are told by notice and e-mail. Audited; a repeated call is a retry. Errors: must_login, not_allowed (also for one's own money), demo_mode, reason_required, decision_not_found, decision_closed (reversed, older than 30 days, not the last, or of a toll that the rider has paid), insufficient_balance (a credit, or a rider's cash, that is spent), money_disputed, payment_running, person_not_found, needs_approval (kind reversal). */
      reverse_decision: {
        Args: { id: string; reason: string }
        Returns: Database['public']['Tables']['money_decisions']['Row']
      }
      /** Forgets the failures of the number or address of a logged message, so that it gets messages again. Returns how many failures no longer count. Errors: must_login, not_allowed, demo_mode. */
      revive_receiver: {
        Args: { message_id: number }
        Returns: number
      }
      /** Previews change_route: the amount to pay now and after the change (with promotion, cash rounding and the driver's compensation, which is also returned separately), and whether the driver has to agree. Changes nothing. Errors: those of change_route. */
      route_change_quote: {
        Args: { booking_id: string; quote_id: string }
        Returns: { amount_before: number; amount_after: number; compensation: number; needs_driver: boolean }[]
      }
      /** Takes drivers' charges from their wallets and then requests a withdrawal for each: the balance without bonus, card money and recent tips; negative balances are carried over. Once per driver and ISO week. Processes 500 drivers per call: call again with the same client_key until finished_at is set. Returns the run; its rows: list_payout_rows. Errors: must_login, not_allowed, demo_mode. */
      run_payouts: {
        Args: { client_key?: string | null }
        Returns: Database['public']['Tables']['payout_runs']['Row']
      }
      /** Saves a place under a name. If the name exists (in any case), it moves to the new place, so a retry is safe. Errors: must_login, address_invalid, too_many_addresses. */
      save_address: {
        Args: { label: string; description: string; lat: number; lng: number }
        Returns: Database['public']['Tables']['saved_addresses']['Row']
      }
      /** Saves the card that paid a payment, if its owner consented at the checkout and has not removed the card since. Returns the card's id; null if nothing is saved. Idempotent. */
      save_card: {
        Args: {
          payment_id: string
          token: string
          customer_ref: string
          brand: string
          last4: string
          exp_month: number
          exp_year: number
        }
        Returns: string
      }
      /** Stores what the receiver of a text message or mail wants, by the key of its link; answers as message_preferences. off: kinds that are not wanted. stopped: whether none are wanted at all, except codes. Errors: preferences_not_found, preferences_invalid. */
      save_message_preferences: {
        Args: { key: string; off: string[]; stopped: boolean }
        Returns: Database['public']['CompositeTypes']['text_choices']
      }
      /** Writes a version of a message's words in one language, for all channels or for push, sms or mail alone (notices, and sent_messages.trip by sms and mail); without a text the built-in one counts again. from_version: the version that was changed, 0 for none. Returns the new version. Errors: must_login, not_allowed, demo_mode, texts_invalid, language_not_found, version_conflict. */
      save_message_template: {
        Args: { kind: string; channel: string; locale: string; words: Json; from_version?: number | null }
        Returns: number
      }
      /** Ends the news to the receiver of a message, or takes that back, by the key of its link; answers as news_choice. words: what the page said that the person agrees to. Errors: preferences_not_found, news_invalid, news_stopped, no_contact, too_many_requests. */
      save_news_choice: {
        Args: { key: string; wanted: boolean; words?: string | null }
        Returns: Database['public']['CompositeTypes']['news_choice']
      }
      /** The caller agrees to news by mail or text message (channel: sms) at the proved address or number of the account, or takes it back (given: false). Nobody else can. words: what the page said that the person agrees to, kept as the proof. Returns whether the caller gets news there. Errors: must_login, news_invalid, no_contact, news_stopped, too_many_requests. */
      save_news_consent: {
        Args: { channel: string; given: boolean; words?: string | null }
        Returns: boolean
      }
      /** Sets the area in which trips begin or end, as a GeoJSON Polygon or MultiPolygon; without one it is the whole map. Drivers get offers in and around it. Idempotent. For staff who may change prices. Errors: must_login, not_allowed, demo_mode, service_area_invalid. */
      save_service_area: {
        Args: { area?: Json | null }
        Returns: undefined
      }
      /** Adds a shared car, or changes the one with this id: {id?, fleet_id, car_type_id, vehicle_number, vehicle_make, vehicle_model, vehicle_color, seats, luggage, child_seats, wheelchair, mileage, retired, drivers: ids of the drivers it is reserved for, [] for all of the fleet}. A fleet admin's car belongs to their fleet and has a car type that one of its drivers has. A shift that is running keeps the old data; the next shift uses the new data. Errors: must_login, not_allowed, demo_mode, vehicle_not_found, vehicle_exists (in the fleet; for admins in any fleet), person_invalid. */
      save_shared_vehicle: {
        Args: { vehicle: Json }
        Returns: Database['public']['CompositeTypes']['shared_vehicle']
      }
      /** Adds a zone or replaces the one with this id. zone: {id?, name, kind, amount?, percent?, applies_to?, car_type_id?, active?, version?, geojson} (a Polygon, a MultiPolygon or a Feature of one). A retry is safe if the caller chooses the id. Errors: must_login, not_allowed, demo_mode, zone_invalid, version_conflict. */
      save_zone: {
        Args: { zone: Json }
        Returns: Database['public']['Tables']['zones']['Row']
      }
      /** When the search for a driver ends and the booking is cancelled (settings.search_minutes). Errors: must_login, booking_not_found. */
      search_ends: {
        Args: { booking_id: string }
        Returns: string
      }
      /** The caller's own bookings, as rider or driver, that contain all words of a search: in the reference, addresses, names, plate or reason of the cancellation, without regard to case and accents. Filter, sort and page like the table. Errors: must_login, not_logged_in, user_issue_contact_admin, account_suspended, not_allowed, second_factor_needed. */
      search_my_bookings: {
        Args: { search: string }
        Returns: Database['public']['Tables']['bookings']['Row'][]
      }
      /** How many second factors an admin or fleet admin has set up, for owners. Errors: must_login, not_allowed. */
      second_factors: {
        Args: { user_id: string }
        Returns: number
      }
      /** Sends a chat message to the other person of a booking; a repeated client_key returns the first message. to_driver: the driver for whom the rider wrote it; if another driver has the booking by now, it is refused. Errors: must_login, chat_not_found, chat_closed, message_invalid, chat_too_fast. */
      send_chat_message: {
        Args: { booking_id: string; message: string; client_key?: string | null; to_driver?: string | null }
        Returns: Database['public']['Tables']['chat_messages']['Row']
      }
      /** Sends a notification on its channels to all devices and people for whom it is meant, once: a retry returns the result of the first call. Each gets it in their language. Mail and text messages only reach people who agreed to news there; pushes and text messages wait for the end of the quiet hours, and text messages end where app.news_texts_left ends. Errors: must_login, not_allowed, demo_mode, notification_not_found, no_user_match. */
      send_notification: {
        Args: { notification_id: string }
        Returns: Database['public']['Tables']['notifications']['Row']
      }
      /** E-mails the receipt of the caller's booking, and its credit notes, as a PDF to the account's verified address; returns that address. Five times an hour. Errors: must_login, account_suspended, booking_not_found, receipt_not_issued, receipt_no_address, too_many_requests. */
      send_receipt: {
        Args: { booking_id: string }
        Returns: string
      }
      /** Sends the receipt of a paid street trip to the passenger's phone: number, amount, tax and cab. At most three times per trip. Errors: must_login, not_a_driver, booking_not_found, mobile_no_blank_error, wrong_status, receipt_not_issued, too_many_requests. */
      send_street_receipt: {
        Args: { booking_id: string; mobile: string }
        Returns: undefined
      }
      /** Sends the caller the given words, as a text message (sms), mail or push; ten times an hour. They are sent as they are, with sample values instead of placeholders. Returns the number or address, or the number of devices. Errors: must_login, not_allowed, demo_mode, texts_invalid, no_device, no_contact, too_many_requests. */
      send_test_message: {
        Args: { channel: string; title: string; body: string; lang?: string | null }
        Returns: string
      }
      /** Sends the caller the words of a notification as people get it by text message (sms), mail or push; with send_test_message ten times an hour. Returns the number or address, or the number of devices. Errors: must_login, not_allowed, demo_mode, texts_invalid, no_device, no_contact, too_many_requests. */
      send_test_news: {
        Args: { channel: string; title: string; body: string; lang?: string | null }
        Returns: string
      }
      /** The area in which trips begin or end, as the owner has drawn it; without it they begin and end anywhere on the map. Errors: must_login, not_allowed. */
      service_area: {
        Args: never
        Returns: Database['public']['CompositeTypes']['drawn_area']
      }
      /** Why the caller must be signed out although the token is still valid: account_suspended, require_approval, or not_logged_in if only the session has ended; null if they may stay. */
      session_refusal: {
        Args: never
        Returns: string
      }
      /** Approves a person, or suspends them with a reason that the person may read. When a person is suspended, their sessions end, with a trip to finish once that is paid; a driver's offers and coming rides go to other drivers, but a started trip continues. The person gets a notice of an approval, a driver also of a suspension, which counts as read after an approval. Idempotent. Errors: must_login, account_suspended, not_allowed, person_not_found. */
      set_approved: {
        Args: { user_id: string; approved: boolean; reason?: string | null }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      /** Stores the caller's bank details; all empty deletes them and returns null. The caller is notified of a change, and withdrawals wait for settings.bank_change_hours. Errors: must_login, bank_fields_off, bank_details_invalid. */
      set_bank_details: {
        Args: { bank_name: string; bank_code: string; bank_account: string }
        Returns: Database['public']['Tables']['bank_details']['Row']
      }
      /** Sets the driver's picture of a parcel, already uploaded to the bucket `bookings` as <booking id>/<kind>_image. kind is pickup (allowed from ARRIVED) or deliver (from STARTED), until PAID. Errors: not_a_driver, require_approval, booking_not_found, image_invalid, image_capture_off, wrong_status. */
      set_booking_image: {
        Args: { booking_id: string; kind: string; path: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Puts the calling driver on duty, with a position ({lat, lng, heading, accuracy, at} as in report_positions), or off duty. Errors: not_a_driver, require_approval, no_car, document_expired (also if one that the driver needs is missing), outside_service_area, position_needed (no usable position, or none with settings.duty_needs_position), shift_required (settings.shift_mileage or shift_photos requires a shift first). */
      set_driver_active: {
        Args: { active: boolean; place?: Json | null }
        Returns: Database['public']['Tables']['drivers']['Row']
      }
      /** Whether the trip under way is the calling driver's last one: no offer is made until the driver takes it back or goes off duty. Offers that are open stay open, and the desk may still assign a booking. Off duty it stays false. Errors: must_login, account_suspended, require_approval, not_a_driver. */
      set_last_ride: {
        Args: { is_last: boolean }
        Returns: Database['public']['Tables']['drivers']['Row']
      }
      /** Sets the caller's profile picture, already uploaded to the bucket `users`: path is <own id>/profileImage, or null for no picture. Errors: must_login, image_invalid. */
      set_profile_image: {
        Args: { path?: string | null }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      /** Sets the area in which trips can begin, as the bounding box of the map region (degrees), and the country of the region (ISO 3166); without arguments trips can begin anywhere. An area that the owner drew on another map is forgotten. Errors: service_area_invalid. */
      set_service_area: {
        Args: {
          west?: number | null
          south?: number | null
          east?: number | null
          north?: number | null
          country?: string | null
        }
        Returns: undefined
      }
      /** Assigns another admin a role: owner, finance, support or dispatcher (docs/use/staff.md). Idempotent. Errors: must_login, not_allowed, demo_mode, person_not_found, person_invalid. */
      set_staff_role: {
        Args: { user_id: string; staff_role: string }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      /** Sets the calling driver's tax details {tax_number, vat_number, tax_country, birth_date, street, postal_code, city}, all at once. Errors: must_login, account_suspended, tax_details_invalid. */
      set_tax_details: {
        Args: { details: Json }
        Returns: Database['public']['Tables']['tax_details']['Row']
      }
      /** What a change of settings affects: whether the currency is locked; number of drivers who wait for approval or whose wallet is below zero, bookings that search for a driver or are for later, valid quotes, open withdrawals of riders; each counted up to 1000. Errors: must_login, not_allowed. */
      settings_facts: {
        Args: never
        Returns: Database['public']['CompositeTypes']['counted_facts']
      }
      /** Returns the rider's secret token for a link to a current trip (shared_trip). It stays the same until unshare_trip; then a new one is made. Errors: must_login, booking_not_found, wrong_status. */
      share_trip: {
        Args: { booking_id: string }
        Returns: string
      }
      /** A shared trip, for any client that has its token, until an hour after its end: {status (ACCEPTED until the car was near the pickup), category, trip_at, started_at, reached_at, pickup, drop, polyline, driver {name, vehicle_make, vehicle_model, vehicle_color, vehicle_number}, position {lat, lng, heading, at}, progress (as trip_progress), pickup_eta, drop_eta, start_code, requirements}. Position and progress only while the car is under way; start code and requirements only with the guest's link, the code until the start. No contacts, surnames or prices. Errors: share_not_found, share_ended, share_over. @returns shared_journey */
      shared_trip: {
        Args: { token: string }
        Returns: Database['public']['CompositeTypes']['shared_journey']
      }
      /** Lists shared cars. Drivers get the cars that they may take, of their own fleet (or of the operator, if they have no fleet); admins get all, a fleet admin those of the fleet. Errors: must_login, account_suspended, require_approval, not_allowed. */
      shared_vehicles: {
        Args: never
        Returns: Database['public']['CompositeTypes']['shared_vehicle'][]
      }
      /** Stores the recipient's name and signature (SVG path: M and L, whole numbers). Idempotent. Errors: not_a_driver, require_approval, booking_not_found, not_a_delivery, wrong_status, name_invalid, signature_invalid. */
      sign_delivery: {
        Args: { booking_id: string; received_by: string; signature?: string | null }
        Returns: undefined
      }
      /** Signs a person out on all devices, for example after losing a phone. Errors: must_login, not_allowed, demo_mode, person_not_found. */
      sign_out_person: {
        Args: { user_id: string }
        Returns: undefined
      }
      /** Stores a newcomer's form for accounts/signup, which limits how often it is called. Returns its id for finish_sign_up. facts: {usertype: rider or driver, first_name, last_name, email, mobile, referral_id} and for drivers {car_type_id, vehicle_make, vehicle_model, vehicle_color, vehicle_number, seats, luggage, child_seats (whole numbers), wheelchair (true or false)}; other keys are ignored. Errors: person_invalid, name_invalid, email_or_mobile_issue, referral_invalid. */
      sign_up: {
        Args: { facts: Json }
        Returns: string
      }
      /** Whether an admin counts as a second person for approvals, for admins. Errors: must_login, not_allowed. */
      staff_standing: {
        Args: { user_id: string }
        Returns: Database['public']['CompositeTypes']['staff_standing']
      }
      /** Makes the first car types of a firm, of which a ride of five kilometres in twelve minutes costs `fare` in the cheapest for people: cab, estate, van and premium car, and a courier, as far as app_category offers them. names: their names, in this order. fee_percent: the firm's share, included in the fare. Returns how many were made: none of a category (taxi, delivery) that has car types already. For owners. Errors: must_login, not_allowed, demo_mode, settings_invalid. */
      start_car_types: {
        Args: { fare: number; names: string[]; fee_percent?: number | null }
        Returns: number
      }
      /** Stores the hash of a link that takes this customer to the provider of this payment, once, within 15 minutes; an earlier unused link expires. Returns when the link expires. Errors: payment_not_found, payment_closed, no_details_error. */
      start_checkout: {
        Args: { payment_id: string; customer_id: string; token_hash: string }
        Returns: string
      }
      /** The five-digit code that the rider tells the driver; null if no code is needed any more. Errors: must_login, booking_not_found. */
      start_code: {
        Args: { booking_id: string }
        Returns: string
      }
      /** Begins the import of a file (its name) whose rows are drivers, fleets, staff, cars, callers, places, zones or promos. The same client_key answers with the same import. row_count: number of rows that will be added; if given, none is checked or written before all are stored. Admins need the permission of what they import: people, of staff staff, of zones prices, of promos promotions. 60 files an hour. Errors: must_login, account_suspended, not_allowed, demo_mode, import_kind, import_too_long, too_many_requests. */
      start_import: {
        Args: { kind: string; name: string; client_key: string; row_count?: number | null }
        Returns: Database['public']['CompositeTypes']['import_state']
      }
      /** Starts a shift of the calling driver with a shared car, or with their own car (null). settings.shift_mileage requires the mileage, settings.shift_photos pictures (up to 8, already uploaded to the bucket `shifts`); note describes damage. Bookings accepted from now on show this car, and dispatch uses its capacity. Idempotent. Errors: must_login, account_suspended, require_approval, not_a_driver, shift_open, driver_busy, vehicle_not_found, vehicle_in_use, mileage_required, mileage_invalid, photos_required, image_invalid, message_invalid. */
      start_shift: {
        Args: { vehicle_id?: string | null; mileage?: number | null; photos?: string[] | null; note?: string | null }
        Returns: Database['public']['CompositeTypes']['driver_shift']
      }
      /** Starts a payment of the open amount of a booking, for any client with its link for paying: stores the payment and the hash of the link to its provider. rule: what the provider takes (create_payment). Returns the payment view. Errors: booking_not_found, no_provider_found, wrong_status, nothing_to_pay, payment_out_of_range, payment_running, payment_closed, no_details_error, too_many_requests. */
      start_street_checkout: {
        Args: {
          pay_token: string
          provider: string
          token_hash: string
          client_key?: string | null
          rule?: Json | null
        }
        Returns: Json
      }
      /** A driver on duty starts a trip with a passenger who did not book. Creates a booking with source street and status STARTED, without customer, quote and drop; the drop is where reach_drop ends it. Always metered, without code, promotion and referral. lat and lng are the car's position. A repeated client_key returns the first booking. Errors: must_login, account_suspended, require_approval, not_a_driver, street_trips_off, category_unavailable, driver_offline, no_car, taxis_only, driver_busy, document_expired, unpaid_booking, position_needed, outside_service_area, zone_no_service, outside_area. */
      start_street_trip: {
        Args: { lat: number; lng: number; client_key?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The driver starts the trip; a taxi ride requires the rider's code. Idempotent. A retry of a wrong code with the same client_key is refused again and counts once. accepted_at, client_key and at as in arrive_at_pickup. Returns the booking (@returns bookings). Errors: not_a_driver, require_approval, booking_not_found, job_changed, wrong_status, reported_time_invalid, start_code_wrong, start_code_required, start_code_locked. */
      start_trip: {
        Args: {
          booking_id: string
          otp?: string | null
          accepted_at?: string | null
          client_key?: string | null
          at?: string | null
        }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Stops a notification that is being sent: what no sender has taken yet is dropped. notification_progress counts it; a retry changes nothing. Errors: must_login, not_allowed, demo_mode, notification_not_found, notification_not_sent. */
      stop_notification: {
        Args: { notification_id: string }
        Returns: Database['public']['Tables']['notifications']['Row']
      }
      /** The bill of a street trip or a telephone order for any client with the link for paying, without addresses and names. Errors: booking_not_found. */
      street_bill: {
        Args: { token: string }
        Returns: Database['public']['CompositeTypes']['street_bill']
      }
      /** What the meter of a street trip shows now, or at the end: {distance_km, secs, trip_cost, lines}; during the trip with ahead_km and ahead_secs (at most 1000 km and a day) what it will show after this further way. Errors: must_login, booking_not_found. */
      street_fare: {
        Args: { booking_id: string; ahead_km?: number | null; ahead_secs?: number | null }
        Returns: Database['public']['CompositeTypes']['street_meter']
      }
      /** The payment view (payment_view) of the last payment started with a booking's link for paying, or of the one that paid it. Errors: payment_not_found. */
      street_payment_view: {
        Args: { pay_token: string }
        Returns: Json
      }
      /** For the desk: requests that a provider refused, or did not answer for three days, newest first: refunds still due, holds not captured or released, cards not deleted. created_at: since when the request is open; note: the provider's last message; choices: retry (retry_payment), or an outcome for close_stuck_payment. Pass the last row's created_at and job_id as after_at and after_id for the next page. Errors: must_login, not_allowed. */
      stuck_payments: {
        Args: { after_at?: string | null; after_id?: number | null; page_size?: number | null }
        Returns: {
          job_id: number
          kind: string
          payment_id: string
          refund_id: string
          booking_id: string
          reference: string
          customer_id: string
          name: string
          provider: string
          charge_ref: string
          amount: number
          currency: string
          attempts: number
          note: string
          created_at: string
          abandoned_at: string
          choices: string[]
        }[]
      }
      /** Submits a document of an applicant while the application waits. The picture must already be uploaded to the path that accounts/papers returned. Errors: application_not_found, document_invalid. */
      submit_application_paper: {
        Args: { sign_up_id: string; kind: string; path: string; expires_on?: string | null; number?: string | null }
        Returns: undefined
      }
      /** Submits a licence, car registration or another paper of paper_kinds with its number for verification; replaces a pending one. expires_on: its last valid day, for kinds that have one. driver_id: for admins and fleet admins who submit for a driver. Errors: must_login, not_allowed, person_not_found, not_a_driver, document_invalid, file_not_found, file_too_large, file_type_refused, too_many_files. */
      submit_document: {
        Args: {
          kind: string
          path: string
          expires_on?: string | null
          driver_id?: string | null
          number?: string | null
        }
        Returns: Database['public']['Tables']['driver_documents']['Row']
      }
      /** Takes ways of drivers who accepted within five seconds, each once. A worker reports each with promise_by_road; without a report the promise by the straight line stays. */
      take_approaches: {
        Args: { most?: number | null }
        Returns: Database['public']['CompositeTypes']['approach'][]
      }
      /** An admin takes cash that a driver collected: at most what the driver owes. The cash is in the office until a bank line is assigned to it (assign_bank_line). The decision can be reversed (reverse_decision). Returns {id, user_id, amount, wallet_balance, tx_ref, date}; a repeated client_key returns the first. Errors: must_login, not_allowed (also for one's own money), demo_mode, no_details_error, cash_above_debt. */
      take_driver_cash: {
        Args: { driver_id: string; amount: number; client_key?: string | null }
        Returns: Database['public']['CompositeTypes']['wallet_credit']
      }
      /** Takes files whose bytes are due for a check, for a worker that then calls finish_file_check for each. Without a result a file is due again after 1, 2, 4 minutes and so on, at most an hour. mimetype: the type that Storage serves it with; types and most_bytes: what its bucket admits. */
      take_file_checks: {
        Args: { most?: number | null }
        Returns: {
          id: number
          bucket: string
          path: string
          mark: string
          size: number
          mimetype: string
          types: string[]
          most_bytes: number
        }[]
      }
      /** Takes up to limit_count (1000 at most) due messages for a minute, for a sender that then calls finish_outbox for each. push: {token, platform, lang, channelId, unread, title, msg, params, screen, booking_id, plain, format: {symbol, swipe_symbol, decimal, time_zone}}; sms: {phone (E.164), lang, msg, code}, for guest_ride and text_… with {who, link_token, preferences, params}, or with the keys of mail; mail: {email, lang, title, msg, params, format}, for text_… as sms; file: {bucket, path}. ttl_seconds: seconds until the message expires. */
      take_outbox: {
        Args: { limit_count?: number | null }
        Returns: { id: number; kind: string; payload: Json; attempt: number; created_at: string; ttl_seconds: number }[]
      }
      /** Takes up to job_limit (at most 200) requests to providers that are due, for two minutes. kind: ask: the state of the payment; refund: `amount` of the payment, with refund_id; capture: `amount` of the hold; void: release the hold; forget: delete the saved card {token, customer}; hold: reserve a ride's fare on a saved card (begin_hold), hold: {provider, off_session}, where off_session says that the card's owner is away. payment: the payment view. is_repeated: an earlier attempt may have reached the provider; refunds_done: sum of the other refunds already made. The worker reports the provider's response to record_payment_event and then calls finish_payment_job. */
      take_payment_jobs: {
        Args: { job_limit?: number | null }
        Returns: {
          job_id: number
          kind: string
          payment: Json
          refund_id: string
          amount: string
          attempts: number
          is_repeated: boolean
          refunds_done: string
          card: Json
          hold: Json
        }[]
      }
      /** Counts one use, or `cost` uses at once; false if that makes more than limit_count within window_secs. */
      take_rate_limit: {
        Args: { bucket: string; limit_count: number; window_secs: number; cost?: number | null }
        Returns: boolean
      }
      /** Takes street trips that are due for the comparison with the roads, each with at most 25 points of its trail. A worker reports the result with check_street_trip. Without a result a trip is due again later, for almost three days. */
      take_street_checks: {
        Args: { most?: number | null }
        Returns: {
          booking_id: string
          points: Json
          pickup_lat: number
          pickup_lng: number
          drop_lat: number
          drop_lng: number
        }[]
      }
      /** Earnings of every driver in a year according to the ledger, four rows (quarters) per driver, in settings.time_zone, with the columns that platforms report to tax offices (DAC7, OECD DPI). Ordered by driver_id, page_size drivers at a time. Logged as reading bank details, and counted towards the read limit. @returns page of driver_year. Errors: must_login, not_allowed, demo_mode, list_invalid, needs_approval. */
      tax_report: {
        Args: { year: number; after_id?: string | null; page_size?: number | null }
        Returns: Page<Database['public']['CompositeTypes']['driver_year']>
      }
      /** What the firm's day has used of its text messages. Errors: must_login, not_allowed. */
      text_usage: {
        Args: never
        Returns: Database['public']['CompositeTypes']['day_texts']
      }
      /** The rider tips the driver from the wallet without its bonus, after paying; the driver gets all of it. Returns the booking with tip_amount; a repeated client_key tips once. Errors: must_login, booking_not_found, wrong_status, amount_invalid, insufficient_balance, person_not_found (the driver's account was deleted). */
      tip_driver: {
        Args: { booking_id: string; amount: number; client_key?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Every account from one day to another (both included, in settings.time_zone; default: this month up to today): {account, opening, debit, credit, closing, part}, part as in money_desk. closing = opening - debit + credit; positive means that the operator owes or earned the amount. The opening balances add up to zero, and so do the closing ones; all debits equal all credits. Wallets are one account per role (wallet.rider, wallet.driver, wallet.fleetadmin, bonus.rider, …), held money is one account, clearing and refunds due are one per provider. Errors: must_login, not_allowed. */
      trial_balance: {
        Args: { from_day?: string | null; to_day?: string | null }
        Returns: { account: string; opening: number; debit: number; credit: number; closing: number; part: string }[]
      }
      /** The earliest and latest time for a later booking, as of now. Errors: account_suspended. */
      trip_at_limits: {
        Args: never
        Returns: { earliest: string; latest: string }[]
      }
      /** What the caller may do with a booking now (actions: cancel, no_show, chat, assign, override_code, end_trip, pay_with_wallet, pay_in_cash, confirm_cash, show_pay_code, share, unshare, change_route, return_to_sender, end_guest_link, add_extra, and for the desk withdraw_offer, message_driver, remove_extra, refund, correct_fare, request_payment, reverse), until when a rider cancels without a fee, for rider and driver when the driver may report a no-show (leave_at; null until a position in time has shown the car within 500 m of the pickup) and what it then costs the rider (no_show_fee), when the search for a later booking starts, the cash to pay (null for a rider who did not choose cash), and for admins the amount that can still be refunded; for both at the pickup, since when waiting is paid and the hourly rate; for a driver, how much of their extras counts at once in all (extra_room). Errors: must_login, booking_not_found. */
      trip_options: {
        Args: { booking_id: string }
        Returns: {
          actions: string[]
          free_until: string
          leave_at: string
          search_at: string
          cash_amount: number
          refundable: number
          earns_from: string
          earns_per_hour: number
          extra_room: number
          no_show_fee: number
        }[]
      }
      /** The remaining way, to the pickup while the driver approaches and then to the drop: {to (the next place: pickup, stop or drop), remaining_km, remaining_secs, by (how it was computed: way: along the quoted route; beeline: estimated from the straight line, before the start and off the route), at (time of the position), eta, near (within 300 m of the next place), share? (part of the route driven, 0 to 1), off_route?, off_route_m?}; only {to, at} if the position is older than a minute, only {to} if there is none, null while no car is under way. Errors: must_login, booking_not_found. */
      trip_progress: {
        Args: { booking_id: string }
        Returns: Database['public']['CompositeTypes']['trip_outlook']
      }
      /** The recorded route of a trip: {distance_km, silent_km (the part estimated over gaps), flags, points, left_out (number of points not counted) {still, leap, vague}, polyline (precision 5), gaps [{since, until, secs}], sample (at most 25 of {lat, lng, at}), expired?}. Empty before the start, and 180 days after the end, when trails are deleted: expired. @returns recorded_trail Errors: must_login, booking_not_found. */
      trip_trail: {
        Args: { booking_id: string }
        Returns: Database['public']['CompositeTypes']['recorded_trail']
      }
      /** Takes back the next rows of an import, the last first: removes what nobody uses by now, and restores what nobody has changed since; the others are kept. Accounts need the permission delete_people, and only those of people who never signed in are taken back. Call it until no row is done. @returns import_state. Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found. */
      undo_import: {
        Args: { import_id: string }
        Returns: Database['public']['CompositeTypes']['import_state']
      }
      /** Stops push messages to this device of the caller; does nothing if it is unknown. Errors: must_login. */
      unregister_push_token: {
        Args: { token: string }
        Returns: undefined
      }
      /** Ends the rider's link to the trip; does nothing if there is none. Errors: must_login, booking_not_found. */
      unshare_trip: {
        Args: { booking_id: string }
        Returns: undefined
      }
      /** Ends the news to the receiver of a mail, by the key in its header List-Unsubscribe (RFC 8058), also again. Returns false for an unknown or expired key. */
      unsubscribe_news: {
        Args: { key: string }
        Returns: boolean
      }
      /** Changes the caller's own names, contacts and language; null keeps the current value. An e-mail address changes only through auth.updateUser and its code (email_unproved; email_locked if the address was given at sign-up). A new number is an unverified contact (mobile_verified). reg_type mobile, admin and registration lock the number. Errors: must_login, profile_incomplete, name_invalid, mobile_locked, mobile_no_blank_error, email_locked, email_unproved, proper_email. */
      update_profile: {
        Args: {
          first_name?: string | null
          last_name?: string | null
          mobile?: string | null
          lang_locale?: string | null
          date_locale?: string | null
          email?: string | null
        }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      /** Applies a patch {key: value} to the settings; numbers may be text. If the patch has a version, it is refused if the settings have changed since. An invalid radius or number of decimals becomes the default. A new currency without a new symbol gets its code as symbol. Errors: must_login, not_allowed, demo_mode, proper_bonus, currency_locked, currency_unknown, currency_decimals, currency_symbol, time_zone_invalid, receipts_issued, settings_invalid, version_conflict. */
      update_settings: {
        Args: { patch: Json }
        Returns: Database['public']['Tables']['settings']['Row']
      }
      /** How often a promotion or a cancel reason is used; the page shows it before an admin deletes one. A promotion: its uses, and the open quotes that would lose it. A cancel reason: the bookings with it, which keep its text. 100 means 100 or more. Errors: must_login, not_allowed, list_invalid. */
      usage_of: {
        Args: { kind: string; id: string }
        Returns: { used_by: string; uses: number }[]
      }
      /** Whether this invitation code exists. For the service role, which limits how often a client may check. */
      validate_referrer: {
        Args: { referral_id: string }
        Returns: boolean
      }
      /** The last 100 shifts with a shared car, latest first: driver, start and end, mileage, note on damage and pictures (bucket shifts). For staff; fleet admins for cars of their own fleet. Errors: must_login, not_allowed, vehicle_not_found. */
      vehicle_shifts: {
        Args: { vehicle_id: string }
        Returns: Database['public']['CompositeTypes']['vehicle_shift'][]
      }
      /** Verifies or rejects a document, and notifies the driver. Idempotent. version: eTag of the picture that the admin looked at; default: that of the submitted picture. Errors: must_login, not_allowed, document_not_found, document_changed, file_being_checked, document_invalid. */
      verify_document: {
        Args: { document_id: string; verified?: boolean | null; note?: string | null; version?: string | null }
        Returns: Database['public']['Tables']['driver_documents']['Row']
      }
      /** What happens to the money in the caller's wallet if the account is deleted now. A negative remaining_balance is a debt, which must be paid first. Errors: must_login, account_suspended. */
      wallet_at_deletion: {
        Args: never
        Returns: Database['public']['CompositeTypes']['wallet_at_deletion']
      }
      /** Why a driver was not asked for nearby bookings within the last hours (24; at most 168), newest first, at most 200. For admins; for the driver's fleet admin without distances and without bookings of other fleets. Errors: must_login, not_allowed, person_not_found. */
      why_not_asked: {
        Args: { driver_id: string; hours?: number | null }
        Returns: Database['public']['CompositeTypes']['dispatch_answer'][]
      }
      /** One row for each booking near the calling driver for which a driver was searched in this hour (of the last day), newest first: time to the minute, the pickup's area (300 m), and whether the driver was asked: if so, with the answer (open, accepted, declined, lapsed, left_duty, withdrawn), otherwise why not (as in dispatch_waves.exclusions, or not_available_nearby). times: number of searches. Errors: must_login, account_suspended, require_approval, not_a_driver, hour_invalid. */
      why_was_i_not_asked: {
        Args: { hour: string }
        Returns: {
          at: string
          area_lat: number
          area_lng: number
          category: string
          asked: boolean
          reason: string
          times: number
        }[]
      }
      /** An admin withdraws the open offer that the desk made to one driver, or to all. The driver is notified and the search continues. Idempotent. Returns the booking. Errors: must_login, not_allowed, booking_not_found, wrong_status (the offer was accepted). */
      withdraw_offer: {
        Args: { booking_id: string; driver_id?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** An admin withdraws a payment request that the rider has not answered. Idempotent. Errors: must_login, not_allowed, demo_mode, payment_request_not_found, payment_request_closed. */
      withdraw_payment_request: {
        Args: { id: string }
        Returns: Database['public']['Tables']['payment_requests']['Row']
      }
      /** Writes off a debt: the rest of a PENDING booking, which becomes PAID so that its driver is paid, or a person's negative wallet balance. on_day: date in the books (default today), never in a locked period. Idempotent. Above settings.credit_limit two people decide (request_approval(write_off, …)). Errors: must_login, not_allowed (also for oneself), demo_mode, no_details_error, booking_not_found, person_not_found, nothing_owed, payment_running (a reserved card is being charged), period_locked, needs_approval. */
      write_off: {
        Args: {
          booking_id?: string | null
          user_id?: string | null
          reason?: string | null
          on_day?: string | null
          client_key?: string | null
        }
        Returns: Database['public']['Tables']['write_offs']['Row']
      }
    }
    Enums: {
      booking_status:
        | 'PAYMENT_PENDING'
        | 'NEW'
        | 'ACCEPTED'
        | 'ARRIVED'
        | 'STARTED'
        | 'REACHED'
        | 'PENDING'
        | 'PAID'
        | 'COMPLETE'
        | 'CANCELLED'
      import_kind: 'drivers' | 'fleets' | 'staff' | 'cars' | 'callers' | 'places' | 'zones' | 'promos'
      offer_status: 'open' | 'accepted' | 'declined' | 'lapsed' | 'left_duty' | 'withdrawn'
      payment_provider:
        | 'paypal'
        | 'braintree'
        | 'stripe'
        | 'paytm'
        | 'payulatam'
        | 'flutterwave'
        | 'paystack'
        | 'securepay'
        | 'payfast'
        | 'liqpay'
        | 'culqi'
        | 'mercadopago'
        | 'squareup'
        | 'wipay'
        | 'razorpay'
        | 'test'
      staff_role: 'owner' | 'finance' | 'support' | 'dispatcher'
      user_type: 'rider' | 'driver' | 'admin' | 'fleetadmin'
    }
    CompositeTypes: {
      /** A way to measure by road: the points from the car to the pickup, [{lat, lng}]. */
      approach: { accepted_at: string | null; booking_id: string | null; driver_id: string | null; points: Json | null }
      /** A row of assignable_drivers: a driver whom the desk may ask, or the reason against it. */
      assignable_driver: {
        assignable: boolean | null
        car_type: string | null
        distance_km: number | null
        driver_id: string | null
        driver_name: string | null
        lat: number | null
        lng: number | null
        reason: string | null
        seen_at: string | null
        state: string | null
        vehicle: string | null
        vehicle_number: string | null
      }
      /** Result of assign_drivers for one booking; message and hint tell why no offer was made. */
      assignment_result: {
        assigned: boolean | null
        booking_id: string | null
        driver_id: string | null
        hint: string | null
        message: string | null
      }
      /** A row of attention_list: a booking with one reason for which the desk must look at it, an alarm, a driver with an unanswered message, a new admin, a person whose file was replaced, a person about whom a request waits for approval, or a map of another country. rank: 1 hurts first. taken_by: who looks at it, or who put it off; put_off_until: until when it was put off (mark_attention). */
      attention_row: {
        alarm_id: string | null
        booking_id: string | null
        by_driver: boolean | null
        category: string | null
        contact: string | null
        contact_name: string | null
        customer_name: string | null
        dispatch_note: string | null
        driver_id: string | null
        driver_name: string | null
        drop_address: string | null
        is_alarm: boolean | null
        lat: number | null
        lng: number | null
        payable_amount: number | null
        pickup_address: string | null
        put_off_until: string | null
        rank: number | null
        reason: string | null
        reference: string | null
        since: string | null
        status: Database['public']['Enums']['booking_status'] | null
        taken_by: string | null
        trip_at: string | null
      }
      /** Result of match_statement for one line; outcome: as in bank_lines.outcome. */
      bank_match: {
        duplicate: boolean | null
        outcome: string | null
        provider: string | null
        reference: string | null
        transaction_id: number | null
        withdrawal_id: string | null
      }
      /** Result of booking_hold. ceiling: the maximum that is reserved, null if nothing can be reserved any more; from_at: from when it can be reserved; status, amounts and expires_at of the existing hold, null if there is none; is_requested: a saved card is being asked for the hold; is_capturing: the ride has ended and its fare is being taken from the hold; confirm_id: the payment that waits for the owner to confirm it with their bank; card: {brand, last4, provider, off_session} of the saved card that holds, was asked, or will be asked, off_session if its owner agreed to reservations while away; is_short: the fare rose above what is reserved, so that up to the ceiling can be reserved instead. */
      booking_hold: {
        authorized_amount: number | null
        captured_amount: number | null
        card: Json | null
        ceiling: number | null
        confirm_id: string | null
        expires_at: string | null
        from_at: string | null
        is_capturing: boolean | null
        is_requested: boolean | null
        is_short: boolean | null
        status: string | null
      }
      /** Result of booking_money. parts: [{side, kind, amount, name?, tax?, who}], in the order in which they are shown. total: what the booking costs the rider; paid and open: the part of it that is paid, and the rest; tips; returned: refunds (positive); paid_in_all: what the rider paid with all tips and without what was returned; earned: what the driver got, after tax and the fleet's part; null if the caller may not see it. */
      booking_money: {
        booking_id: string | null
        earned: number | null
        open: number | null
        paid: number | null
        paid_in_all: number | null
        parts: Json | null
        returned: number | null
        tips: number | null
        total: number | null
      }
      /** Result of refund_booking: the amount that was refunded now, and all refunds of the booking. */
      booking_refund: {
        amount: number | null
        booking_id: string | null
        refunds: Json | null
        transaction_id: number | null
      }
      /** Result of settings_facts: numbers of people and bookings that a change of settings affects. */
      counted_facts: {
        currency_locked: boolean | null
        drivers_below_zero: number | null
        drivers_waiting: number | null
        open_quotes: number | null
        rider_withdrawals: number | null
        searching: number | null
        upcoming: number | null
      }
      /** Result of car_type_uses: how many rows use a car type. */
      counted_uses: {
        bookings: number | null
        bookings_this_month: number | null
        drivers: number | null
        tariff_windows: number | null
        zones: number | null
      }
      /** What the firm's day has used: parts of text messages, settings.sms_day_limit (null: none), and the costs that providers told, as [{currency, amount}]. estimated: settings.sms_price for the parts whose cost no provider told, in settings.code; null without a price. */
      day_texts: { costs: Json | null; estimated: number | null; limit: number | null; used: number | null }
      /** Result of delete_my_account: whether the account was deleted, or the case in which the office pays out the wallet first. */
      deleted_account: { case_id: string | null; is_deleted: boolean | null }
      /** A booking near a driver: whether the driver was asked, and reason: the answer (open, accepted, declined, lapsed, left_duty, withdrawn) or why the driver was not asked (as in dispatch_waves.exclusions). times: number of searches with this result. */
      dispatch_answer: {
        asked: boolean | null
        at: string | null
        booking_id: string | null
        distance_km: number | null
        reason: string | null
        reference: string | null
        times: number | null
      }
      /** One wave in the result of dispatch_log; null for values that the caller may not see. */
      dispatch_log_wave: {
        asked: number | null
        at: string | null
        candidates: Json | null
        exclusions: Json | null
        mode: string | null
        not_asked: number | null
        radius_km: number | null
        reasons: Json | null
        wave: number | null
        you: string | null
      }
      /** A phone number of an older database that still has to be settled: where it was stored (table.column and the row's id), its text, and the operator's country. */
      doubtful_number: {
        column: string | null
        country: string | null
        id: number | null
        number: string | null
        row_id: string | null
      }
      /** Result of service_area: the drawn area as a GeoJSON MultiPolygon, and when it was drawn; both null if there is none. */
      drawn_area: { geojson: Json | null; updated_at: string | null }
      /** State of a driver's application. state: waiting, approved or refused; car_missing: names of columns of drivers that are still empty; papers: [{kind, status, expires_on, created_at, note, unreadable}] as in driver_documents. */
      driver_application: { car_missing: string[] | null; papers: Json | null; state: string | null }
      /** Result of driver_account. owed: what the operator owes the driver; owing: what the driver owes the operator after keeping more cash than their share; cash_to_confirm: cash of rides that wait for confirm_cash; settled_on: date of the next payout run, null if staff starts it; blocks: whether cash rides that would make the wallet negative are refused. */
      driver_balance: {
        blocks: boolean | null
        cash_to_confirm: number | null
        currency: string | null
        owed: number | null
        owing: number | null
        pending_withdrawals: number | null
        settled_on: string | null
        wallet_balance: number | null
      }
      /** A shift of the calling driver. */
      driver_shift: {
        began_at: string | null
        ended_at: string | null
        id: string | null
        mileage_begin: number | null
        mileage_end: number | null
        note: string | null
        photos: string[] | null
        vehicle_id: string | null
        vehicle_number: string | null
      }
      /** Result of driver_statement: a driver's week. */
      driver_week: {
        closing: number | null
        company: Json | null
        days: Json | null
        driver: Json | null
        is_over: boolean | null
        money: Json | null
        opening: number | null
        totals: Json | null
        trips: Json | null
        week_begins: string | null
        week_ends: string | null
      }
      /** A row of tax_report: one quarter of a driver. activities: number of paid rides; consideration: what the driver was credited for them, with tips and shares of cancellation fees, less what was reversed; fees: the operator's earnings from them; taxes: tax that was retained; fleet_share: what the fleet received; charges: rent and other charges. */
      driver_year: {
        activities: number | null
        bank_account: string | null
        bank_holder: string | null
        birth_date: string | null
        charges: number | null
        city: string | null
        consideration: number | null
        driver_id: string | null
        fees: number | null
        first_name: string | null
        fleet_share: number | null
        last_name: string | null
        name: string | null
        postal_code: string | null
        quarter: number | null
        street: string | null
        tax_country: string | null
        tax_number: string | null
        taxes: number | null
        vat_number: string | null
      }
      /** Result of explain_fare. */
      fare_explanation: {
        booking_id: string | null
        cash_rounding: Json | null
        code: string | null
        corrections: Json | null
        final: Json | null
        flags: string[] | null
        now: Json | null
        promo: Json | null
        quote: Json | null
        replays: boolean | null
        rule: Json | null
        tax: Json | null
        tip: Json | null
        total: number | null
        trail: Json | null
        version: number | null
      }
      /** Result of firm_setup: whether a set-up began, which of its steps are done, whether the currency can no longer change, and the country (ISO 3166) and the middle of the map region, null if unknown. */
      firm_setup: {
        begun: boolean | null
        cars: boolean | null
        currency_locked: boolean | null
        drivers: boolean | null
        firm: boolean | null
        first_ride: boolean | null
        lat: number | null
        legal: boolean | null
        live: boolean | null
        lng: number | null
        offer: boolean | null
        places: boolean | null
        region_country: string | null
        tax: boolean | null
        town: boolean | null
      }
      /** A row of find_caller: a person who may be calling. is_whole: the number is the whole number of this person; is_known: it is certain who is calling, so that trips and places are included; refusal: why create_booking would refuse this person now; is_claimed: the person wrote the number into the profile and no code verified it, so the caller may be somebody else. */
      found_caller: {
        first_name: string | null
        id: string | null
        is_claimed: boolean | null
        is_known: boolean | null
        is_whole: boolean | null
        last_name: string | null
        mobile: string | null
        open_trips: Json | null
        places: Json | null
        refusal: string | null
        trips: Json | null
        usertype: string | null
        wallet_balance: number | null
      }
      /** Result of dashboard_totals and fleet_totals: convenience fees, or a fleet's share, of today, of this month and in total, and of earlier periods for comparison. */
      gross_earnings: {
        last_month: number | null
        previous_thirty_days: number | null
        thirty_days: number | null
        this_month: number | null
        today: number | null
        total: number | null
        yesterday: number | null
      }
      /** Result of guard_changes: a setting that was lowered and is not applied yet. value: null for no limit; asked_by: name of the admin; can_confirm: whether the caller counts as the second person. */
      guard_change: {
        applies_at: string | null
        asked_by: string | null
        can_confirm: boolean | null
        name: string | null
        value: string | null
      }
      /** Accounts that an import needs. users: [{nr, user: the request to the auth server}]; import: import_state. */
      import_plan: { import: Json | null; users: Json | null }
      /** A row of an import. code: why it is wrong, as an error code; field: of which field; other_nr: the earlier row that says the same. */
      import_row: {
        changes: string[] | null
        code: string | null
        did: string | null
        facts: Json | null
        field: string | null
        nr: number | null
        other_nr: number | null
        state: string | null
      }
      /** An import and how many of its rows are in which state. fresh, changed: rows that will be written so; done: written rows; kept: rows that could not be taken back, because something hangs on them. */
      import_state: {
        began_at: string | null
        by_name: string | null
        changed: number | null
        created_at: string | null
        done: number | null
        fresh: number | null
        id: string | null
        is_own: boolean | null
        kept: number | null
        kind: string | null
        name: string | null
        same: number | null
        total: number | null
        undone: number | null
        undone_at: string | null
        waiting: number | null
        wrong: number | null
      }
      /** A text message to the firm. sender: the number that it claims, masked in a demo. answer: what we texted back. */
      inbound_text: {
        answer: string | null
        at: string | null
        booking_id: string | null
        closed_at: string | null
        id: number | null
        intent: string | null
        reference: string | null
        sender: string | null
        words: string | null
      }
      /** A row of invoice_rows: an invoice or a credit note, with its content as in receipts, and the rider's name as the booking contains it now. */
      invoice_row: {
        booking_id: string | null
        content: Json | null
        currency: string | null
        customer_id: string | null
        customer_name: string | null
        id: string | null
        issued_at: string | null
        kind: string | null
        net: number | null
        number: string | null
        tax: number | null
        total: number | null
      }
      /** A person without an account whom the office knows from a list of its own. places: [{label, lat, lng, add}]. */
      known_caller: {
        email: string | null
        first_name: string | null
        id: string | null
        last_name: string | null
        mobile: string | null
        places: Json | null
      }
      /** A row of ledger_rows: an entry with its transaction, the reference of its booking and the owner of its wallet. */
      ledger_row: {
        account: string | null
        amount: number | null
        at: string | null
        booking_id: string | null
        id: number | null
        kind: string | null
        name: string | null
        part: string | null
        provider: string | null
        reference: string | null
        transaction_id: number | null
        user_id: string | null
      }
      /** A row of list_promos: a promotion with its state: running, ended (after its last day) or used_up. */
      listed_promo: {
        created_at: string | null
        id: string | null
        listed: boolean | null
        max_promo_discount_value: number | null
        min_order: number | null
        promo_description: string | null
        promo_discount_type: string | null
        promo_discount_value: number | null
        promo_name: string | null
        promo_usage_limit: number | null
        promo_validity: string | null
        state: string | null
        user_avail: number | null
        version: number | null
      }
      /** How many later bookings a driver gave back for a reason, and when the last one. */
      lost_claim_sum: { last_at: string | null; reason: string | null; times: number | null }
      /** Result of drivers_for_map: drivers in a part of the map, in parallel arrays. */
      map_view: {
        ages: number[] | null
        at: string | null
        gone: string[] | null
        headings: number[] | null
        ids: string[] | null
        lats: number[] | null
        lngs: number[] | null
        states: string[] | null
      }
      /** A part of a booking's money. side: price (what the rider owes: fare, promotion, cash_rounding, card_rounding, cancellation_fee, no_show_fee), paid (how the price was paid: wallet, card, cash, written_off; negative: returned), open (what is left to pay, by payment mode), tip (wallet, card), later (what the rider accepted to pay after the payment: wallet), back (returned after payment, negative: wallet, card), share (who got it: share, tax, fleet, tip, fee_share, reclaimed, corrected, extra (a toll that the operator paid), convenience, cancellation, promotions, rounding, goodwill, …). name: code of the promotion, or provider of the card. tax: tax that the amount includes. who: who pays or gets the part: rider, driver, fleet, tax, operator. The parts of price add up to bookings.total_amount, and so do those of paid and open; shares add up to paid, open, tip, later and back. */
      money_part: {
        amount: number | null
        kind: string | null
        name: string | null
        side: string | null
        tax: number | null
        who: string | null
      }
      /** Result of money_status. next_day: the next day that close_day can close, null if none is finished; wallets: the ledger's sum of all wallets; profiles: the sum of the balances that people see; off_by: the sum of the whole ledger, which must be 0. */
      money_state: {
        closed_until: string | null
        locked_until: string | null
        next_day: string | null
        off_by: number | null
        profiles: number | null
        today: string | null
        wallets: number | null
      }
      /** A row of nearby_drivers: a free car with its rounded position; pickup_secs: estimated seconds to arrive. */
      nearby_driver: {
        car_type_id: string | null
        distance_km: number | null
        heading: number | null
        lat: number | null
        lng: number | null
        pickup_secs: number | null
      }
      /** Whether the receiver of a message wants news on its channel, sms or mail; wanted is null for one who was never asked. */
      news_choice: { channel: string | null; wanted: boolean | null }
      /** Text messages of news: how many parts the firm's day leaves (null: any), and what a part cost lately, in currency (null: no provider said it). */
      news_texts: { currency: string | null; left: number | null; price: number | null }
      /** Result of open_document: a file that storage shows the caller for a minute. */
      opened_file: { path: string | null }
      /** A row of own_orders: whom the rider named in an order, and the notes. */
      own_order: {
        booking_id: string | null
        delivery_instructions: string | null
        delivery_person: string | null
        delivery_person_phone: string | null
        guest_phone: string | null
        pick_up_instructions: string | null
      }
      /** Result of own_referrals. bonus: amount that each of the two people receives now; invited: number of sign-ups with the caller's code; rewarded and earned: number and sum of the bonuses paid to the caller for them so far. */
      own_referrals: {
        bonus: number | null
        code: string | null
        earned: number | null
        invited: number | null
        left_this_month: number | null
        rewarded: number | null
      }
      /** A device on which the caller is signed in; name is its browser's user agent. */
      own_session: {
        id: string | null
        is_current: boolean | null
        name: string | null
        seen_at: string | null
        since: string | null
      }
      /** Result of own_wallet. bonus: the part of balance that can only pay fares; free: the rest, at least 0; withdrawable: the part of free that may be withdrawn now; locked_topups: card money that can only be returned to its card (settings.topup_lock_days); locked_tips: recent tips paid by card or with topped-up money, and recent cash above a fare that only the driver reported (settings.tip_lock_days); waits_until: until when no withdrawal is possible after a change of bank details or a contact, null if there is no wait. */
      own_wallet: {
        balance: number | null
        bonus: number | null
        can_withdraw: boolean | null
        free: number | null
        locked_tips: number | null
        locked_topups: number | null
        waits_until: string | null
        withdrawable: number | null
      }
      /** Result of record_payment_event: the effect of a provider's event. */
      payment_effect: {
        booking_id: string | null
        booking_status: Database['public']['Enums']['booking_status'] | null
        duplicate: boolean | null
        outcome: string | null
        payment_id: string | null
      }
      /** A row of payout_file: a withdrawal for a payment file. sent_at: when it was first exported; null if never before this call. */
      payout_file_row: {
        amount: number | null
        bank_account: string | null
        bank_code: string | null
        bank_name: string | null
        currency: string | null
        end_to_end_id: string | null
        name: string | null
        requested_at: string | null
        sent_at: string | null
        user_id: string | null
        withdrawal_id: string | null
      }
      /** A device of a person: a phone that gets push messages (kind push; name is its platform, channels the kinds of messages wanted) or a signed-in browser (kind session; name is its user agent). */
      person_device: {
        channels: string[] | null
        kind: string | null
        name: string | null
        seen_at: string | null
        since: string | null
      }
      /** Result of preview_fares for one ride; its lines are those of compute_fare, with the operator's fee as a separate line. */
      previewed_fare: {
        convenience_fees: number | null
        driver_share: number | null
        lines: Json | null
        ride_cost: number | null
        tax: number | null
        trip_cost: number | null
      }
      /** Result of preview_promo: whether the fare reaches the promotion's minimum, and the discount on it. */
      previewed_promo: {
        applies: boolean | null
        discount_amount: number | null
        payable_amount: number | null
        trip_cost: number | null
      }
      /** Result of quote_fare. */
      quoted_fare: {
        cash_amount: number | null
        currency: string | null
        expires_at: string | null
        lines: Json | null
        price_parts: Json | null
        quote_id: string | null
        tax: number | null
        trip_cost: number | null
      }
      /** The state of the caller's alarm: since when the desk has it, whether it knows where the person is now, and whether it has a number to call back. */
      raised_alarm: { has_number: boolean | null; has_place: boolean | null; id: string | null; since: string | null }
      /** Result of rating_details; details and comments contain the last 200 each. */
      rating_summary: {
        comments: Json | null
        count: number | null
        details: Json | null
        tags: Json | null
        userrating: number | null
      }
      /** A row of booking_receipts: a receipt, with the names that the booking still contains, and the tips until now (null in a credit note), which go to the driver and are no part of the invoice. */
      receipt_document: {
        booking_id: string | null
        content: Json | null
        customer_name: string | null
        driver_name: string | null
        guest_name: string | null
        id: string | null
        issued_at: string | null
        kind: string | null
        lang: string | null
        number: string | null
        tip: number | null
      }
      /** Result of trip_trail: the recorded route of a trip. It is returned as jsonb, because the API may send an array of rows within a row as text. */
      recorded_trail: {
        distance_km: number | null
        expired: boolean | null
        flags: string[] | null
        gaps: Database['public']['CompositeTypes']['trail_gap'][] | null
        left_out: Json | null
        points: number | null
        polyline: string | null
        sample: Database['public']['CompositeTypes']['trail_point'][] | null
        silent_km: number | null
      }
      /** Result of rehearse_ride: reference of the booking, number of drivers asked, car type, steps [{status, at}], fare lines, measured distance, what the rider paid, the shares of driver and firm, the number that the receipt would have (null while receipts are being issued), and the entries in the ledger [{account, amount}], which add up to zero. */
      rehearsed_ride: {
        asked: number | null
        car_type: string | null
        convenience_fees: number | null
        distance_km: number | null
        driver_share: number | null
        entries: Json | null
        lines: Json | null
        payable: number | null
        receipt: string | null
        reference: string | null
        steps: Json | null
      }
      /** Result of record_provider_report: number of lines, number of new lines, and outcomes of the new ones. */
      report_result: {
        amount_differs: number | null
        lines: number | null
        matched: number | null
        missing_here: number | null
        new_lines: number | null
      }
      /** First name of the driver of a shared trip, and the car. */
      shared_driver: {
        name: string | null
        vehicle_color: string | null
        vehicle_make: string | null
        vehicle_model: string | null
        vehicle_number: string | null
      }
      /** Result of shared_trip: what a client with the link sees of a trip. */
      shared_journey: {
        category: string | null
        driver: Database['public']['CompositeTypes']['shared_driver'] | null
        drop: Database['public']['CompositeTypes']['shared_place'] | null
        drop_eta: string | null
        pickup: Database['public']['CompositeTypes']['shared_place'] | null
        pickup_eta: string | null
        polyline: string | null
        position: Database['public']['CompositeTypes']['shared_position'] | null
        progress: Database['public']['CompositeTypes']['trip_outlook'] | null
        reached_at: string | null
        requirements: Json | null
        start_code: string | null
        started_at: string | null
        status: Database['public']['Enums']['booking_status'] | null
        trip_at: string | null
      }
      /** A place of a shared trip: its pickup or drop. */
      shared_place: { add: string | null; lat: number | null; lng: number | null }
      /** The position of the car of a shared trip. */
      shared_position: { at: string | null; heading: number | null; lat: number | null; lng: number | null }
      /** A shared car with its current driver (driver_id, driver_name, since) and the drivers for whom it is reserved (drivers: [{id, name}], empty if every driver of the fleet may take it). Of another driver's shift, drivers see only `since`. */
      shared_vehicle: {
        car_type: string | null
        car_type_id: string | null
        child_seats: number | null
        driver_id: string | null
        driver_name: string | null
        drivers: Json | null
        fleet_id: string | null
        fleet_name: string | null
        id: string | null
        luggage: number | null
        mileage: number | null
        retired: boolean | null
        seats: number | null
        since: string | null
        vehicle_color: string | null
        vehicle_make: string | null
        vehicle_model: string | null
        vehicle_number: string | null
        wheelchair: boolean | null
      }
      /** Result of staff_standing. probation_ends_at: when the admin counts as a second person without a confirmation; null if the admin counts already, for the caller. confirmed: whether an owner has confirmed the admin. can_confirm: whether the caller may. */
      staff_standing: { can_confirm: boolean | null; confirmed: boolean | null; probation_ends_at: string | null }
      /** Result of confirm_steps for one step; message and hint tell why the step was refused. */
      step_result: {
        booking_id: string | null
        client_key: string | null
        done: boolean | null
        hint: string | null
        message: string | null
      }
      /** The bill that the link for paying a street trip or a telephone order shows. amount: the amount left to pay; price_parts: as in bookings. */
      street_bill: {
        amount: number | null
        company: string | null
        currency: string | null
        distance_km: number | null
        lines: Json | null
        price_parts: Json | null
        reached_at: string | null
        reference: string | null
        started_at: string | null
        status: string | null
        tax: number | null
        total: number | null
        vehicle_number: string | null
      }
      /** Result of street_fare: what the meter of a street trip shows. */
      street_meter: { distance_km: number | null; lines: Json | null; secs: number | null; trip_cost: number | null }
      /** What the receiver of a text message or mail wants: the kinds that the firm sends, those not wanted, whether none are, and by which channel, sms or mail. */
      text_choices: { channel: string | null; kinds: string[] | null; off: string[] | null; stopped: boolean | null }
      /** A gap between the positions that a phone reported; the distance in it was estimated. */
      trail_gap: { secs: number | null; since: string | null; until: string | null }
      /** A point of a trail that counted for the distance. */
      trail_point: { at: string | null; lat: number | null; lng: number | null }
      /** Result of trip_progress; all columns are null while no driver is on the way. */
      trip_outlook: {
        at: string | null
        by: string | null
        eta: string | null
        near: boolean | null
        off_route: boolean | null
        off_route_m: number | null
        remaining_km: number | null
        remaining_secs: number | null
        share: number | null
        to: string | null
      }
      /** A shift with a shared car, as staff sees it. */
      vehicle_shift: {
        began_at: string | null
        driver_id: string | null
        driver_name: string | null
        ended_at: string | null
        id: string | null
        mileage_begin: number | null
        mileage_end: number | null
        note: string | null
        photos: string[] | null
      }
      /** Result of wallet_at_deletion: what goes back to cards, what remains in the wallet, and whether the office can be asked to pay it out. */
      wallet_at_deletion: { can_ask: boolean | null; remaining_balance: number | null; to_cards: number | null }
      /** Result of add_to_wallet: the credit, and the wallet's balance after it. */
      wallet_credit: {
        amount: number | null
        date: string | null
        id: number | null
        tx_ref: string | null
        user_id: string | null
        wallet_balance: number | null
      }
    }
  }
}

type Public = Database['public']

/** A row of a table or view. */
export type Tables<Name extends keyof (Public['Tables'] & Public['Views'])> = (Public['Tables'] &
  Public['Views'])[Name] extends { Row: infer Row }
  ? Row
  : never

/** What may be inserted into a table. */
export type TablesInsert<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Insert']

/** What may be updated in a table. */
export type TablesUpdate<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Update']

/** The values of a closed list. */
export type Enums<Name extends keyof Public['Enums']> = Public['Enums'][Name]
