// Generated from the database by scripts/generate-types.ts; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      /** Who of the staff read a conversation, bank details, addresses of bookings or people. Append-only, but that the line of a list grows for ten minutes. */
      access_log: {
        Row: {
          /** Who read; no foreign key, since the log outlives people. */
          actor_id: string
          at: string
          id: number
          /** How many rows were shown. */
          row_count: number
          /** The booking of a chat, the person of bank details; the booking or person that was asked for; null for a list. */
          subject_id: string | null
          /** chat, bank_details, withdrawals (which carry the account they go to), addresses (of bookings), saved_addresses (of a caller), people or bank_lines (of statements). */
          what: string
        }
        Insert: {
          actor_id: string
          at?: string
          id?: never
          row_count: number
          subject_id?: string | null
          what: string
        }
        Update: {
          actor_id?: string
          at?: string
          id?: never
          row_count?: number
          subject_id?: string | null
          what?: string
        }
        Relationships: []
      }
      /** What one admin asked for and another decided. Pending ones end after seven days. */
      approvals: {
        Row: {
          /** Money; rows of an export; null where none is decided (bank_release). */
          amount: number | null
          client_key: string
          decided_at: string | null
          /** The second, or who rejected. */
          decided_by: string | null
          id: string
          /** credit, refund, payout, bank_release, write_off or export. */
          kind: string
          /** What the one who asked said; a rejection adds its own to the log. */
          reason: string | null
          requested_at: string
          /** The first of the two. */
          requested_by: string
          /** pending, approved (and done in the same transaction) or rejected. */
          status: string
          /** A person (credit, bank_release, write_off of a wallet, export: the one who asked), a booking (refund, write_off), an event of a provider (write_off of its money) or a withdrawal (payout). */
          target_id: string
          /** Who gets the money or owes it, or reads the rows. */
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
      /** Everything that an admin changed: who, what, before, after. Append-only. */
      audit_log: {
        Row: {
          /** insert, update, delete of a table, or the verb of a function: assign_driver, approve, … */
          action: string
          /** Who did it; no foreign key, since the log outlives people. Null: the service or the system. */
          actor_id: string | null
          /** The role as the database knew it then: admin, fleetadmin, driver, rider, service_role or system. */
          actor_role: string
          /** What came of it, masked like before. */
          after: Json | null
          at: string
          /** What was there. Names, contacts, bank numbers and codes are masked: the log keeps no secret and no person. */
          before: Json | null
          id: number
          /** What kind of thing: a table, most often. */
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
      /** What the bank said was on the account at the end of a day. */
      bank_balances: {
        Row: {
          /** Closing balance of the statement. */
          balance: number
          /** The bank's day. */
          day: string
          imported_at: string
        }
        Insert: { balance: number; day: string; imported_at?: string }
        Update: { balance?: number; day?: string; imported_at?: string }
        Relationships: []
      }
      /** Where a person's withdrawals go. Nobody reads them but their owner and admins, fleet admins least of all. */
      bank_details: {
        Row: {
          /** IBAN or account number, upper case. */
          bank_account: string
          /** BIC or sort code; empty where the account number says it all. */
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
      /** Lines of bank statements, each once by the bank's reference, and what they were matched with. */
      bank_lines: {
        Row: {
          /** Above 0 came in, below 0 went out. */
          amount: number
          /** The admin who said what it was. */
          assigned_by: string | null
          /** The bank's day. */
          booked_on: string
          /** As the bank says. */
          currency: string
          end_to_end_id: string | null
          id: number
          imported_at: string
          /** The admin who brought the statement. */
          imported_by: string | null
          /** The other side, as the bank says. */
          name: string | null
          /** Its text. */
          note: string | null
          /** withdrawal: completed one; provider_payout: a payment provider's money arrived (or was taken back); tax: a remittance that was booked before; assigned: by staff. The rest moved nothing: already_paid (the withdrawal was completed by hand before), amount_differs, currency_differs, withdrawal_closed (it was rejected), unmatched. */
          outcome: string
          /** Of a provider's payout. */
          provider: string | null
          /** The bank's own: a statement that is imported twice changes nothing. */
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
      /** Days that were closed, in order, each with the hash of the one before. Append-only. */
      book_closes: {
        Row: {
          /** Of every account at the end of the day, with the ledger's sign: {account: amount}. */
          balances: Json
          closed_at: string
          /** The admin. */
          closed_by: string | null
          /** In settings.time_zone. */
          day: string
          /** Of the day; of the first one also all before it. */
          entries: number
          /** SHA-256 of all of it: app.close_hash. */
          hash: string
          /** Of the day before; empty for the first. */
          prev_hash: string
          /** What moved: [{account, kind, debit, credit, debits, credits}]. */
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
      /** How the parties of a booking reach one another, and what opens doors. Readable from ACCEPTED until 30 minutes after PAID. */
      booking_contacts: {
        Row: {
          booking_id: string
          /** Phone number of the rider when it was booked. */
          customer_contact: string | null
          /** E-mail address of the rider when it was booked. */
          customer_email: string | null
          /** What the courier should know at the drop. */
          delivery_instructions: string | null
          /** Who takes the parcel in. */
          delivery_person: string | null
          /** How the courier reaches them; the code of the parcel goes there, too. */
          delivery_person_phone: string | null
          /** Phone number of the driver who carries the booking now; null while there is none. */
          driver_contact: string | null
          /** How the driver reaches the guest. */
          guest_phone: string | null
          /** What the driver should know at the pickup: a door, a code. */
          pick_up_instructions: string | null
          /** Who took the parcel in, as the courier wrote it at the door. */
          received_by: string | null
          /** How they signed, as the path of an SVG: moves and lines between whole numbers, 600 wide and 300 high. */
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
      /** Every status change: who, what, where, when. Append-only; each row seals the one before it. */
      booking_events: {
        Row: {
          actor_id: string | null
          /** rider, driver, admin or system; system has no actor_id. */
          actor_role: string
          at: string
          booking_id: string
          /** Null for the first event. */
          from_status: Database['public']['Enums']['booking_status'] | null
          /** sha256 over the row and prev_hash: app.event_hash. */
          hash: string
          id: number
          lat: number | null
          lng: number | null
          /** A reason or a key: cash, wallet, card, ended_by_admin, payment_timeout, … */
          note: string | null
          /** Seal of the event before; empty for the first. */
          prev_hash: string
          /** Equal to from_status for what happened within a status: a stop reached, a route changed, a parcel turned back (see note). */
          to_status: Database['public']['Enums']['booking_status']
          /** When it happened by the driver's word, where the phone told it later; at is when the server heard of it. */
          told_at: string | null
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
          to_status: Database['public']['Enums']['booking_status']
          told_at?: string | null
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
          to_status?: Database['public']['Enums']['booking_status']
          told_at?: string | null
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
      /** What a trip cost on the way. Those of the driver count as far as the fare stays within 1.5 times the quote (flag extras_capped); others count in full. */
      booking_extras: {
        Row: {
          /** Who declared it, or whose change of the route it is for. */
          added_by: string
          /** As declared, rounded to settings.decimal; what counts of it stands in the fare's inputs. */
          amount: number
          booking_id: string
          /** driver, admin, or system for route_change. */
          by_role: string
          client_key: string
          created_at: string
          id: string
          /** toll, parking, other, or route_change: what the driver gets for a cheaper route. */
          key: string
          /** What the driver or the desk wrote about it. */
          note: string | null
          removed_at: string | null
          /** The admin who took it off. */
          removed_by: string | null
        }
        Insert: {
          added_by: string
          amount: number
          booking_id: string
          by_role: string
          client_key: string
          created_at?: string
          id?: string
          key: string
          note?: string | null
          removed_at?: string | null
          removed_by?: string | null
        }
        Update: {
          added_by?: string
          amount?: number
          booking_id?: string
          by_role?: string
          client_key?: string
          created_at?: string
          id?: string
          key?: string
          note?: string | null
          removed_at?: string | null
          removed_by?: string | null
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
            foreignKeyName: 'booking_extras_removed_by_fkey'
            columns: ['removed_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      /** Who earns what from a booking, and what the fare was computed from. Riders have no policy here. */
      booking_finances: {
        Row: {
          booking_id: string
          /** What the operator earns. */
          convenience_fees: number
          driver_id: string | null
          /** What the driver earns: trip_cost - convenience_fees. */
          driver_share: number
          /** What compute_fare answered at the end; null before. */
          final_fare: Json | null
          /** The same at the end of the trip, with waiting and extras; null before. */
          final_inputs: Json | null
          /** For the desk: arrived_far, trail_gap, held_at_quote, long_way (paid by the meter above 1.2 times the quoted distance), ended_elsewhere (an upfront ride that was measured), extras_capped, told_time (a step that the phone told later moved a time), route_unchecked (a street trip whose way was not compared with the roads). */
          flags: string[]
          fleet_id: string | null
          /** Part of driver_share that went to the fleet at PAID. */
          fleet_share: number
          /** What compute_fare answered for them. */
          quote_fare: Json
          /** What compute_fare was given for the quote: kilometres, seconds, parcel type, option. */
          quote_inputs: Json
          /** Sum of the fare's lines before the convenience fee: quoted, then final. */
          ride_cost: number
          /** The tariff the booking was quoted with; the final fare uses the same. */
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
      /** A booking offered to a driver, with what the driver needs to decide: areas, ways and money. Who was only asked learns no place, and after the answer reads nothing. */
      booking_offers: {
        Row: {
          answered_at: string | null
          /** Whether it is for trip_at instead of now. */
          book_later: boolean
          booking_id: string
          /** taxi or delivery. */
          category: string
          created_at: string
          /** From the driver to the middle of the pickup's area when it was offered; null where no position was known. */
          distance_km: number | null
          driver_id: string
          /** What the driver would earn for trip_distance and trip_time: close to the quote, without giving its exact length away. */
          driver_share: number
          /** Middle of the area that holds the drop. */
          drop_area_lat: number
          /** Middle of the area that holds the drop. */
          drop_area_lng: number
          expires_at: string
          id: string
          /** cash, card or wallet: what the driver has to collect. */
          payment_mode: string
          /** Middle of the area that holds the pickup, which is within 300 m of it (app.area_of). */
          pickup_area_lat: number
          /** Middle of the area that holds the pickup. */
          pickup_area_lng: number
          /** Seconds from the driver to the pickup's area at 30 km/h; null where no position was known. */
          pickup_time: number | null
          /** The booking's six letters. */
          reference: string
          /** What the car has to carry, as the booking says it. */
          requirements: Json
          /** open, accepted, declined, lapsed or withdrawn; an open one past expires_at counts as lapsed. */
          status: Database['public']['Enums']['offer_status']
          trip_at: string
          /** What the rider would pay for them. */
          trip_cost: number
          /** Kilometres from pickup to drop, as quoted, to 100 m. */
          trip_distance: number
          /** Seconds from pickup to drop, as quoted, up to the next whole minute. */
          trip_time: number
          /** 1, 2, … as searched; 0 when an admin assigned. */
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
      /** What a booking was and became when its way was changed. */
      booking_revisions: {
        Row: {
          actor_id: string
          /** What it became, shaped like before. */
          after: Json
          at: string
          /** {quote_id, drop_lat, drop_lng, drop_address, waypoints, estimate, estimate_distance, estimate_time, trip_cost, discount_amount}; after likewise. */
          before: Json
          booking_id: string
          client_key: string
          id: string
          /** route: changed by a new quote; return: a parcel turned back. */
          kind: string
          /** The status the booking was in. */
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
      /** Where a trip stops between pickup and drop, in order; bookings.waypoints holds the same places. */
      booking_stops: {
        Row: {
          address: string
          /** Metres of the quoted way until here; null where the way is not known. */
          along_m: number | null
          /** When the driver was there; null before. */
          arrived_at: string | null
          booking_id: string
          lat: number
          lng: number
          /** What the server's own map calls the point; null where it has no name. */
          point_name: string | null
          /** 1, 2, … in the order of the trip. */
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
      /** Which status may follow which, and by whom. A trigger refuses the rest. */
      booking_transitions: {
        Row: {
          /** On whose behalf: rider, driver, admin, or system for jobs, payments and what follows by itself. */
          actor: string
          /** Null: the booking is being made. */
          from_status: Database['public']['Enums']['booking_status'] | null
          id: number
          /** The status that may follow. */
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
      /** One ride or parcel. People's names, cars and prices are copied at the moment they counted. */
      bookings: {
        Row: {
          /** When the driver accepted; null while nobody has. */
          accepted_at: string | null
          arrived_at: string | null
          /** Whether it was booked for trip_at instead of now. */
          book_later: boolean
          /** Whether an admin booked it. */
          booking_type_admin: boolean
          /** What the rider owes for cancelling. */
          cancellation_fee: number
          cancelled_at: string | null
          /** rider, driver, admin or system. */
          cancelled_by: string | null
          /** Image of the car type when it was booked. */
          car_image: string
          /** Name of the car type when it was booked. */
          car_type: string
          car_type_id: string
          /** What cards paid of it. */
          card_payment_amount: number
          /** What the driver has to collect in cash. */
          cash_payment_amount: number
          /** What rounding to settings.cash_unit adds to the cash, or takes off it: in payable_amount and customer_paid, not in trip_cost. */
          cash_rounding: number
          /** taxi or delivery, copied from the car type. */
          category: string
          client_key: string
          completed_at: string | null
          created_at: string
          /** The rider, or the admin who booked for them. */
          created_by: string
          /** The last two digits of the rider's number, to tell riders of one name apart; the number is in booking_contacts. */
          customer_contact: string | null
          customer_id: string | null
          /** Path of the rider's picture in the bucket users. */
          customer_image: string | null
          /** As the profile said when it was booked; the image likewise. */
          customer_name: string
          /** What the rider has paid so far, by whatever way. */
          customer_paid: number
          /** Path of the driver's picture of the parcel when handed over. */
          deliver_image: string | null
          /** What the promotion takes off trip_cost. */
          discount_amount: number
          /** Key of why nobody comes yet: no_driver_nearby, no_driver_answered, driver_cancelled. */
          dispatch_note: string | null
          /** Kilometres charged; null before the end. */
          distance: number | null
          /** How often a driver gave the booking back; the third time it ends. */
          driver_cancel_count: number
          driver_id: string | null
          /** Path of the driver's picture in the bucket users. */
          driver_image: string | null
          /** As the profile said when it was accepted; image and rating likewise. */
          driver_name: string | null
          /** Average of the driver's stars then. */
          driver_rating: number | null
          drop_address: string | null
          drop_lat: number | null
          drop_lng: number | null
          /** The same of the drop that was quoted. */
          drop_point_name: string | null
          /** From when the booking makes its driver busy; null before, for a later booking. */
          engaged_at: string | null
          /** trip_cost as quoted; distance km and time seconds beside it. */
          estimate: number
          /** Kilometres as quoted. */
          estimate_distance: number
          /** Seconds as quoted. */
          estimate_time: number
          /** The rider's lines, fee folded in; their sum is trip_cost. */
          fare_lines: Json
          /** The fleet the driver belonged to when accepting; a later change of fleet rewrites nothing. */
          fleet_id: string | null
          /** The provider that a card was paid with. */
          gateway: string | null
          /** Who travels where the rider booked for somebody else. */
          guest_name: string | null
          id: string
          /** A parcel that its driver took along at the door of another one, which keeps the place of the one engaged booking; kept when it is over. */
          is_along: boolean
          /** Place of option_selected in the car type's list. */
          option_index: number | null
          /** {description, amount} as chosen. */
          option_selected: Json | null
          /** Whether a start code was asked for when it was booked. */
          otp_secure: boolean
          paid_at: string | null
          /** Place of parcel_type_selected in the car type's list when it was booked; option_index likewise. */
          parcel_type_index: number | null
          /** {description, amount} as chosen. */
          parcel_type_selected: Json | null
          /** What is left to pay, rounded where that is cash. */
          payable_amount: number
          /** cash, card or wallet: what was chosen, at the end what paid. */
          payment_mode: string
          pickup_address: string
          /** Path of the driver's picture of the parcel when fetched, in the bucket bookings. */
          pickup_image: string | null
          pickup_lat: number
          pickup_lng: number
          /** What the server's own map calls the point of the pickup, beside the words of whoever booked; null where it has none. */
          pickup_point_name: string | null
          /** The quoted way as an encoded polyline. */
          polyline: string
          /** Paid before the trip began. */
          prepaid: boolean
          /** By when the driver said to be there: later, and a rider's cancelling gets no dearer. */
          promised_at: string | null
          /** Whether a promotion is used. */
          promo_applied: boolean
          /** Name of the promotion as the operator spells it. */
          promo_code: string | null
          /** The promotion as it stood when it was applied: {promo_id, code, type, value, max, min_order}. */
          promo_details: Json | null
          quote_id: string | null
          reached_at: string | null
          /** Why it was cancelled: what a person chose or wrote, or a key such as no_show, no_driver_available, payment_timeout. */
          reason: string | null
          /** Six letters for people to say aloud. */
          reference: string
          /** When rider and driver of a later booking were reminded. */
          reminded_at: string | null
          /** What the car has to carry, as app.requirements_of says it: {seats, luggage, child_seats, wheelchair}, only what was asked. */
          requirements: Json
          /** When a parcel that could not be handed over turned back to its sender. */
          returning_at: string | null
          /** street: the driver was hailed, so nobody booked: no customer, no quote, and the drop is where it ends. Else booked. */
          source: string
          started_at: string | null
          /** Only app.move_booking changes it, along booking_transitions. */
          status: Database['public']['Enums']['booking_status']
          /** Tax included in trip_cost. */
          tax_amount: number
          /** Wholly the driver's, outside trip_cost. */
          tip_amount: number
          /** Seconds from start to end. */
          total_trip_time: number | null
          /** When the ride is wanted; the creation time for Book Now. */
          trip_at: string
          /** The fare: as quoted, from the end of the trip on the final one. */
          trip_cost: number
          /** What the wallet paid of it. */
          used_wallet_money: number
          /** For the rider to find the car. */
          vehicle_color: string | null
          /** For the rider to find the car. */
          vehicle_make: string | null
          /** For the rider to find the car. */
          vehicle_model: string | null
          /** Plate of the car when it was accepted; make, model and colour likewise. */
          vehicle_number: string | null
          /** Stops between pickup and drop [{lat, lng, add, point_name?}], in order. */
          waypoints: Json
        }
        Insert: {
          accepted_at?: string | null
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
      /** Reasons a person may choose when cancelling; value is the place in the list. */
      cancel_reasons: {
        Row: {
          id: string
          /** What is shown and kept as the reason. */
          label: string
          /** 0, 1, 2, …: renumbered after every change; without one a new reason goes last. */
          value: number
          /** How often it was changed. An update that names the version it saw is refused with version_conflict where that is old. */
          version: number
        }
        Insert: { id?: string; label: string; value?: number; version?: number }
        Update: { id?: string; label?: string; value?: number; version?: number }
        Relationships: []
      }
      /** What can be booked, and its tariff. */
      car_types: {
        Row: {
          /** The first line of a fare; 0 makes none. */
          base_fare: number
          /** [{mins_delayed, amount}]: the fee once so many minutes have passed. */
          cancel_slab: Json
          /** taxi or delivery: how it is paid, and where the code is asked for. */
          category: string
          /** flat or percentage. */
          convenience_fee_type: string
          /** The operator's part: an amount, or percent of the ride cost. */
          convenience_fees: number
          created_at: string
          /** A sentence under the name. */
          extra_info: string
          id: string
          /** Key of a drawn silhouette (cab, estate, van, premium, moto, parcel-van) or an address. */
          image: string
          /** What a ride costs at least, before the convenience fee. */
          min_fare: number
          /** What people choose by. */
          name: string
          /** [{description, amount}] */
          options: Json
          /** [{description, amount}] */
          parcel_types: Json
          /** For the time under way. */
          rate_per_hour: number
          /** Per kilometre, or per mile with settings.convert_to_mile. */
          rate_per_unit_distance: number
          /** Passengers it takes. */
          seats: number
          /** Place in the list. */
          sort_order: number
          /** How often it was changed. An update that names the version it saw is refused with version_conflict where that is old. */
          version: number
          /** For waiting at the pickup beyond settings.free_wait; 0 charges nothing. */
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
      /** What riders tell the desk about a trip that is over, and drivers about one they are or were on, and what it answered. */
      cases: {
        Row: {
          /** What the desk says; a later one takes its place. */
          answer: string | null
          answered_at: string | null
          booking_id: string
          /** The press that a driver's phone may repeat. */
          client_key: string | null
          /** When the desk was done with it. */
          closed_at: string | null
          created_at: string
          /** The rider whose case it is; null for a driver's. */
          customer_id: string | null
          /** The driver whose case it is; null for a rider's. */
          driver_id: string | null
          id: string
          /** A rider's: lost (something was left in the car), fare, question (anything else). A driver's: passenger, accident, vehicle, fare, found (something was left in the car), other. */
          kind: string
          /** At most 2000 characters, as they were written. */
          message: string
          /** How to reach whoever lost something: their own phone may be what is lost. Forgotten 30 days after closing. */
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
      /** Card payments that a customer's bank took back, until it is decided whose money it is. */
      chargebacks: {
        Row: {
          /** What was taken back. */
          amount: number
          closed_at: string | null
          /** The provider's name of it; the payment's id where it has none. */
          dispute_ref: string
          /** Until when the provider takes an answer. */
          due_at: string | null
          id: string
          opened_at: string
          payment_id: string
          /** Who says so. */
          provider: Database['public']['Enums']['payment_provider']
          /** open; won: the money came back; lost: it did not. */
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
      /** What rider and driver wrote each other. The driver is kept per message: a later driver does not read an earlier one's. */
      chat_messages: {
        Row: {
          booking_id: string
          client_key: string
          created_at: string
          customer_id: string
          driver_id: string
          from_id: string
          id: string
          /** As written, without blanks around it and what nobody sees. */
          message: string
          /** rider or driver: which side wrote. */
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
      /** What drivers and the desk wrote each other; kept for a year. */
      desk_messages: {
        Row: {
          /** When the desk answered a driver's message, or said that it needs no answer. */
          answered_at: string | null
          /** Who of the staff wrote, or the driver. */
          author_id: string | null
          /** The trip that the driver was on when it was written. */
          booking_id: string | null
          /** Named by the writer: a repeat is the first message. */
          client_key: string
          created_at: string
          /** Whose conversation it is. */
          driver_id: string
          id: string
          /** Whether the desk wrote. */
          is_from_desk: boolean
          /** At most 1000 characters. */
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
      /** Every search for a driver: who was asked and who was not, with the reason. */
      dispatch_waves: {
        Row: {
          at: string
          booking_id: string
          /** [{driver_id, distance_km}], nearest first. */
          candidates: Json
          /** [{driver_id, distance_km, reason}], the 50 nearest; reason: beyond_wave, declined, lapsed, cannot_afford, bonus_refused, document_expired, busy, off_duty, not_approved, stale_position, other_car_type, vehicle_unsuitable. */
          exclusions: Json
          id: number
          /** waves or all as settings said then, assigned by the desk, or door: who fetches a parcel at the same door was asked first. */
          mode: string
          /** The circle that held those asked; where fewer were found than wanted, the whole radius. */
          radius_km: number | null
          /** {reason: how many}, of all that were looked at. */
          reasons: Json
          /** 1, 2, … of this booking; 0 when an admin assigned. */
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
      /** What a driver pays the operator beside commissions: rent of a car, first of all. Posted before each payout run. */
      driver_charges: {
        Row: {
          /** For a week, or once; with its tax. */
          amount: number
          /** Monday of the last week that was posted, or from_day of one that is posted once. */
          charged_until: string | null
          client_key: string
          created_at: string
          /** The admin. */
          created_by: string | null
          driver_id: string
          /** First day. */
          from_day: string
          id: string
          /** rent, insurance, radio or other. */
          kind: string
          /** For the driver. */
          note: string | null
          /** Last day; null: until it is ended. */
          until_day: string | null
          /** For each week that begins between from_day and until_day; else once, on from_day. */
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
      /** What drivers have to show. The latest verified one of a kind counts; a driver without any is not held to it. */
      driver_documents: {
        Row: {
          created_at: string
          decided_at: string | null
          /** The admin who verified or rejected it. */
          decided_by: string | null
          driver_id: string
          /** When the driver was told that it has ended. */
          expired_at: string | null
          /** The last day on which it is valid, in settings.time_zone. */
          expires_on: string
          id: string
          /** license, insurance or registration (of the car). */
          kind: string
          /** What the admin said. */
          note: string | null
          /** The number on it, as it was typed: up to 60 characters, empty where none was given. A demo keeps it masked. */
          number: string
          /** In the bucket users: <driver>/license…, <driver>/insurance… or <driver>/registration…. */
          path: string
          /** pending, verified or rejected. */
          status: string
          /** The hash (eTag) of the picture that was handed in; after a verdict, of the one that was judged. Null while there is none. */
          version: string | null
          /** When the driver was told that it ends soon. */
          warned_at: string | null
        }
        Insert: {
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          driver_id: string
          expired_at?: string | null
          expires_on: string
          id?: string
          kind: string
          note?: string | null
          number?: string
          path: string
          status?: string
          version?: string | null
          warned_at?: string | null
        }
        Update: {
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          driver_id?: string
          expired_at?: string | null
          expires_on?: string
          id?: string
          kind?: string
          note?: string | null
          number?: string
          path?: string
          status?: string
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
          }
        ]
      }
      /** The latest position of each driver, and whether the driver may be asked. */
      driver_positions: {
        Row: {
          /** Metres, as the phone says. */
          accuracy: number | null
          /** On duty, approved and not busy, or so near the end of a trip that the next may be offered; kept by app.refresh_driver. */
          available: boolean
          /** Mercator anchor in metres, at most 500 m behind a driver who is busy, off duty or silent. */
          away_pt: unknown | null
          /** The driver's car type, copied for the search. */
          car_type: string | null
          /** Child seats on board. */
          child_seats: number
          driver_id: string
          /** Degrees clockwise from north. */
          heading: number | null
          lat: number
          lng: number
          /** Large pieces of luggage the car takes. */
          luggage: number
          /** Anchor of the search (app.search_point), at most 50 m behind the driver; null unless the driver may be asked. */
          pt: unknown | null
          /** Passengers the car takes, copied for the search like the other three: app.car_of. */
          seats: number
          /** When the position was true, not when it arrived. Older than 60 s makes nobody a candidate. */
          updated_at: string
          /** Whether somebody in a wheelchair can ride in it. */
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
      /** What is true of drivers alone: vehicle, fleet, on duty or not. */
      drivers: {
        Row: {
          car_type_id: string | null
          created_at: string
          /** On duty. Busy is not stored: it follows from engaged bookings. */
          driver_active_status: boolean
          /** The fleet admin the driver belongs to. */
          fleet_id: string | null
          id: string
          /** Path of the licence handed in last, in the bucket users. */
          license_image: string | null
          /** What the desk noted. */
          other_info: string | null
          /** Copied to bookings when the driver accepts. */
          vehicle_color: string | null
          /** Copied to bookings when the driver accepts, like the others of the car. */
          vehicle_make: string | null
          /** Copied to bookings when the driver accepts. */
          vehicle_model: string | null
          /** The plate. */
          vehicle_number: string | null
        }
        Insert: {
          car_type_id?: string | null
          created_at?: string
          driver_active_status?: boolean
          fleet_id?: string | null
          id: string
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
      /** Rides and gross earnings of a day in settings.time_zone, as in earnings_months; kept for 400 days. */
      earnings_days: {
        Row: {
          /** Gross earnings of the day. */
          convenience_fees: number
          /** In settings.time_zone. */
          day: string
          driver_id: string | null
          fleet_id: string | null
          /** Bookings paid on the day with a convenience fee above 0. */
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
      /** Earnings of a month in settings.time_zone, per driver and the fleet stamped on the bookings; a driver who changes fleet has a row for each. */
      earnings_months: {
        Row: {
          /** Fees of the cancellations. */
          cancellation_fee: number
          /** Part of cancellation_fee that went to the driver (settings.cancellation_driver_percent), as the ledger moved it. */
          cancellation_share: number
          /** Bookings cancelled in the month with a fee; they are no rides. */
          cancellations: number
          /** Gross earnings of the operator. */
          convenience_fees: number
          /** Promotions on the rides counted. */
          discount_amount: number
          driver_id: string | null
          /** What the driver earned. */
          driver_share: number
          fleet_id: string | null
          /** Promotions on rides without a convenience fee, which are no rides of the report: what expense.promotions has beyond discount_amount. */
          free_ride_discounts: number
          /** First day of the month. */
          month: string
          /** Fares without convenience fees. */
          ride_cost: number
          /** Bookings paid in the month with a convenience fee above 0; amounts count the same bookings. */
          rides: number
          /** Fares of the rides counted. */
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
      /** A price promised to one rider for ten minutes, from a route the server measured. */
      fare_quotes: {
        Row: {
          car_type_id: string
          /** payable_amount as it is paid in cash. */
          cash_amount: number
          /** settings.cash_unit as it stood. */
          cash_unit: number
          /** taxi or delivery, as the car type. */
          category: string
          created_at: string
          customer_id: string
          /** What the promotion takes off trip_cost; computed again on the final fare. */
          discount_amount: number
          /** As the route service measured. */
          distance_in_km: number
          drop_address: string
          drop_lat: number
          drop_lng: number
          /** The same of the drop. */
          drop_point_name: string | null
          expires_at: string
          id: string
          /** The rider's lines [{key, amount, quantity?, unit?, rate?, name?, percent?}], the fee folded in; their sum is trip_cost. */
          lines: Json
          /** trip_cost less discount_amount. */
          payable_amount: number
          pickup_address: string
          pickup_lat: number
          pickup_lng: number
          /** What the server's own map calls the point of the pickup; null where it has no name or no free provider. pickup_address is what a person wrote. */
          pickup_point_name: string | null
          /** The way, encoded. */
          polyline: string
          /** Name of the promotion applied. */
          promo_code: string | null
          /** The promotion applied; null with a code where it was deleted since. */
          promo_id: string | null
          /** Tax included in trip_cost. */
          tax_amount: number
          /** As the route service measured. */
          time_in_secs: number
          /** The time the price is for; null is now. */
          trip_at: string | null
          /** The fare promised. */
          trip_cost: number
          used_at: string | null
          /** [{lat, lng, add, point_name?}], in order; point_name as pickup_point_name. */
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
      /** Languages offered, with the operator's own texts over the built-in ones. */
      languages: {
        Row: {
          created_at: string
          /** Tag by which dates are written, such as de-CH or fa-u-nu-latn. */
          date_locale: string
          id: string
          /** One language is; it cannot be deleted. People who chose none of the languages read it. */
          is_default: boolean
          /** Texts by namespace and key (common.save), at most 5000 of 2000 characters each; without any a new language gets those of the default. */
          key_value_pairs: Json
          /** BCP 47 tag such as en, de or ar; it decides the direction of the page. */
          lang_locale: string
          /** As its speakers write it. */
          lang_name: string
          /** How often it was changed. An update that names the version it saw is refused with version_conflict where that is old. */
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
      /** Where money can be: a wallet per person and beside it the bonus, which pays fares only; money held per booking, clearing, refunds due and chargebacks per payment provider, and one account each for the rest. */
      ledger_accounts: {
        Row: {
          booking_id: string | null
          id: number
          /** wallet, bonus, held, clearing, refunds_due, bank, payouts_pending, tax, adjustments, revenue.* or expense.*. */
          kind: string
          /** What the books call it: wallet.driver for all drivers' wallets, held for all held money, clearing:<provider>, bank, … */
          label: string
          /** What app.post_ledger calls it: wallet:<user>, bonus:<user>, held:<booking>, clearing:<provider>, bank, … */
          name: string
          /** Of clearing, refunds due and chargebacks. */
          provider: string | null
          /** Of a wallet and its bonus: what its owner was when it was opened. It stays, so that a closed day's sums stay. */
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
      /** What a transaction moved on an account. Positive is what the operator owes or has earned; negative is what it is owed or has spent. */
      ledger_entries: {
        Row: {
          account_id: number
          /** Signed, at most four decimals. */
          amount: number
          /** Of a wallet and its bonus together, after this entry; other accounts keep none. */
          balance: number | null
          /** Ascends within a wallet and its bonus in the order their balance moved. */
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
      /** One event that moved money; its entries add up to zero. */
      ledger_transactions: {
        Row: {
          booking_id: string | null
          created_at: string
          id: number
          /** The same key never moves money twice. */
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
      /** The fee of each no-show: charged at once where the trail shows a car that waited, else when the desk agrees. */
      no_show_fees: {
        Row: {
          /** The highest slab of the car type when the driver left. */
          amount: number
          booking_id: string
          created_at: string
          customer_id: string
          decided_at: string | null
          /** The admin whose word is the last one; null before. */
          decided_by: string | null
          objected_at: string | null
          /** What the rider said against it, within 7 days. */
          objection: string | null
          /** review: nothing is charged until the desk agrees; charged; waived: nothing, or it was given back. */
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
      /** What a person was told. key is translated by the client (docs/notifications.md) with params filled in. */
      notices: {
        Row: {
          booking_id: string | null
          created_at: string
          id: string
          /** What is told, as a translation key of notices. */
          key: string
          /** Values for the words of the translation. */
          params: Json
          read_at: string | null
          /** What a tap opens: BookedCab and onlineChat with booking_id, DriverTrips, Wallet or Profile. */
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
      /** Messages of the operator to people's devices. Written once, sent once. */
      notifications: {
        Row: {
          /** As written; it is not translated. */
          body: string
          created_at: string
          /** The admin who wrote it. */
          created_by: string | null
          /** All reaches browsers, too. */
          devicetype: string
          id: string
          /** Devices it was sent to; null before. */
          recipients: number | null
          sent_at: string | null
          /** As written; it is not translated. */
          title: string
          /** Whom it is for: All, rider or driver. */
          usertype: string
        }
        Insert: {
          body: string
          created_at?: string
          created_by?: string | null
          devicetype?: string
          id?: string
          recipients?: number | null
          sent_at?: string | null
          title: string
          usertype?: string
        }
        Update: {
          body?: string
          created_at?: string
          created_by?: string | null
          devicetype?: string
          id?: string
          recipients?: number | null
          sent_at?: string | null
          title?: string
          usertype?: string
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
      /** What providers said, each event once. Append-only. */
      payment_events: {
        Row: {
          /** What the provider says was paid, reserved, given back or disputed. */
          amount: number | null
          /** The charge, as the provider names it. */
          charge_ref: string | null
          /** What the provider says it was paid in. */
          currency: string | null
          /** The provider's name of a chargeback. */
          dispute_ref: string | null
          due_at: string | null
          event_id: string
          /** What the provider says it keeps. */
          fee: number | null
          id: string
          /** paid: it paid; late: the booking no longer waited, so the money went back; repeated: said before; recorded: nothing follows, or not before the payment is paid. For the office (payment_flags), nothing was moved: already_paid (by another charge), charge_reused (it paid another payment), contradicted (the opposite was said before), *_mismatch, unknown_payment, unknown_refund (made at the provider). */
          outcome: string
          /** What the provider sent, for the desk. */
          payload: Json
          payment_id: string | null
          /** Who says so. */
          provider: Database['public']['Enums']['payment_provider']
          /** The provider's reference of the payment. */
          provider_ref: string | null
          received_at: string
          refund_id: string | null
          /** The provider's name of a refund; refund_id is ours. */
          refund_ref: string | null
          /** paid, authorized, pending, failed, voided, refunded, refund_failed, chargeback, chargeback_won, chargeback_lost, or a word of the provider. */
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
      /** Decisions on events that record_payment_event only flagged. Append-only. */
      payment_flags: {
        Row: {
          created_at: string
          /** The admin, of two the second. */
          created_by: string | null
          /** give_back: to the card it came from; book: to the ride that waits for it, else to the customer's wallet; write_off: nobody gets it, the company keeps or bears it; settle: nothing is booked, it is settled at the provider or was no money. */
          decision: string
          event_id: string
          /** The payment as which the money was booked, with the charge of its own. */
          payment_id: string | null
          /** What the admin wrote. */
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
      /** Cards that people had kept: what they recognise them by. What charges them is a token of the provider, out of reach of every client. */
      payment_methods: {
        Row: {
          /** As the provider calls it, in small letters: visa, mastercard; card where it does not say. */
          brand: string
          /** The payment at which its owner agreed, of app.card_consents. */
          consent_id: string
          /** When that was. */
          consented_at: string
          created_at: string
          /** 1 to 12. */
          exp_month: number
          /** Four digits. */
          exp_year: number
          id: string
          /** The last four digits. */
          last4: string
          /** Who holds the card. */
          provider: Database['public']['Enums']['payment_provider']
          /** When it last began a payment. */
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
      /** What was asked of a payment provider: the amount and currency that an event has to match, and what became of it. */
      payments: {
        Row: {
          /** What was still to pay then, or what the customer chose; of a hold the most that can be captured. */
          amount: number
          /** What the hold reserves; no entry of the ledger. */
          authorized_amount: number
          authorized_at: string | null
          booking_id: string | null
          /** What was taken; of a hold up to authorized_amount. */
          captured_amount: number
          /** The charge, which refunds, captures and chargebacks name. */
          charge_ref: string | null
          client_key: string
          created_at: string
          /** settings.code then. */
          currency: string
          customer_id: string | null
          /** What chargebacks took back that are open or lost; none of it is refunded again. */
          disputed_amount: number
          /** After it the provider takes no money any more; of a hold, when it ends. */
          expires_at: string | null
          /** What the provider keeps of it. */
          fee: number
          id: string
          /** Authorised before the ride and captured after it. amount is its ceiling. */
          is_hold: boolean
          paid_at: string | null
          /** Who was asked. */
          provider: Database['public']['Enums']['payment_provider']
          /** The provider's reference: a session, an order. */
          provider_ref: string | null
          /** booking (a ride or a parcel), topup (of the wallet), tip (for the driver of booking_id) or debt (what the wallet is below zero). */
          purpose: string
          /** What went back: to the card, or, of a payment that came too late, to the wallet. */
          refunded_amount: number
          /** created: nothing is decided; authorized: a hold stands; paid: the money is taken. One that failed or expired may still be paid by a later event. */
          status: string
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
          status?: string
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
          status?: string
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
          }
        ]
      }
      /** What a run found of each driver, and what it asked for. At most one withdrawal for a driver and a week. */
      payout_rows: {
        Row: {
          /** What was asked for. */
          amount: number
          /** Of the wallet without its bonus, after charges. What was asked for before has left it already. */
          balance: number
          /** What the run posted before. */
          charges: number
          driver_id: string
          /** What of the balance may not be withdrawn yet. */
          locked: number
          /** requested; nothing: the wallet is at zero; negative: below it, carried to the next week; locked: all of it is card money or young tips; no_bank: no bank details; waits: they are too new; failed: tried again by the next run. */
          outcome: string
          run_id: string
          /** Of the run. */
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
      /** Weekly runs that ask for what drivers may be paid. */
      payout_runs: {
        Row: {
          client_key: string
          /** Looked at so far. */
          drivers: number
          /** Null while drivers are left: call run_payouts again. */
          finished_at: string | null
          id: string
          /** Drivers are taken in the order of their ids; the last one that was. */
          last_driver_id: string | null
          /** Withdrawals it asked for. */
          requests: number
          started_at: string
          /** The admin; null where the calendar started it (settings.payout_weekday). */
          started_by: string | null
          /** Their sum. */
          total: number
          /** Monday of its ISO week. */
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
      /** One row per account. usertype, approved and ratings are never written by their owner. */
      profiles: {
        Row: {
          /** Nobody does more than their papers and profile without it. It waits for a first yes, or was taken away: suspended_at. */
          approved: boolean
          /** The part of wallet_balance that pays fares only: no tips, no withdrawals. Kept by the ledger alone. */
          bonus_balance: number
          created_at: string
          /** The member of staff who added this person; an approval needs two people of whom neither added the other. */
          created_by: string | null
          /** How dates are written for this person. */
          date_locale: string | null
          /** When the person went: what named them is gone, rides and money stay. */
          deleted_at: string | null
          /** The address of the account, copied from Auth: its owner has read a code there, or staff gave it. */
          email: string | null
          /** The address was given at sign-up: only an admin changes it. */
          email_locked: boolean
          /** Empty until given. */
          first_name: string
          id: string
          /** The language this person reads. */
          lang_locale: string | null
          /** Empty until given. */
          last_name: string
          /** Of a phone account the number that signs in. */
          mobile: string | null
          /** The number was given at sign-up: only an admin changes it. */
          mobile_locked: boolean
          /** Whether a code has proved the number. Without it the number is a contact that its owner gave, and says nothing of who they are. */
          mobile_verified: boolean
          /** Path in the bucket users: <id>/profileImage. */
          profile_image: string | null
          /** Average of the stars received, to one decimal; null before the first. */
          rating: number | null
          /** How many gave stars. */
          rating_count: number
          /** Five letters that invite others. */
          referral_id: string
          /** How the account came to be; decides which contact its owner may change. */
          reg_type: string
          /** referral_id of who invited this person. */
          signup_via_referral: string | null
          /** What an admin may do (staff_permissions); owner unless given another. Null for everybody else. */
          staff_role: Database['public']['Enums']['staff_role'] | null
          /** When approval was taken away; null for people who still wait for it. A trigger sets it with every change of approved. */
          suspended_at: string | null
          /** What the desk said about it; the person may read it. */
          suspended_reason: string | null
          /** rider, driver, admin or fleetadmin. */
          usertype: Database['public']['Enums']['user_type']
          /** How often names, number, role, approval or car were changed. An update that names the version it saw is refused with version_conflict where that is old. */
          version: number
          /** Kept by the ledger alone; equals the sum of the entries of the wallet and its bonus. */
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
      /** Which booking uses which promotion. promos.user_avail counts those that are not released. */
      promo_uses: {
        Row: {
          booking_id: string
          created_at: string
          promo_id: string
          settled_at: string | null
          /** Another person used the promotion on the same device: for the desk to look at, as families share phones. */
          shared_device: boolean
          /** reserved when booked, consumed when paid, released when cancelled or when the final fare is too low for it. */
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
      /** Codes that take something off a fare, once per rider, proved number and mailbox. */
      promos: {
        Row: {
          created_at: string
          id: string
          /** Whether riders find it in their list; one that is not works for those who know the code. */
          listed: boolean
          /** The most it takes off; null or 0 sets no maximum. */
          max_promo_discount_value: number | null
          /** The fare quoted has to be this much at least; the final fare, too, unless it is at least 80 percent of the quote. */
          min_order: number
          /** What riders read about it. */
          promo_description: string
          /** flat or percentage. */
          promo_discount_type: string
          /** An amount, or percent of the fare. */
          promo_discount_value: number
          /** The code that riders type, in any case. */
          promo_name: string
          /** How many bookings may use it in all. */
          promo_usage_limit: number
          /** The last day it can be used, to its end in settings.time_zone. */
          promo_validity: string
          /** How many bookings use it: reserved or consumed. Kept by functions alone. */
          user_avail: number
          /** How often it was changed. An update that names the version it saw is refused with version_conflict where that is old. */
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
      /** Lines of providers' reports, each once by its reference, and what we have for them. */
      provider_lines: {
        Row: {
          at: string
          /** The charge that it is about, or our payment's id. */
          charge_ref: string | null
          /** What the provider kept of it; gross - fee changed what it owes us. */
          fee: number
          /** Above 0 came to us, below 0 left. */
          gross: number
          /** charge, refund, chargeback, chargeback_won, fee, payout or adjustment. */
          kind: string
          /** The provider's own; a report that is brought twice changes nothing. */
          line_ref: string
          /** What we have for it, with its sign; null where there is nothing. */
          ours: number | null
          /** As it was when the report came: matched, missing_here, amount_differs; accepted: staff booked the difference. */
          outcome: string
          payment_id: string | null
          /** Whose report. */
          provider: Database['public']['Enums']['payment_provider']
        }
        Insert: {
          at: string
          charge_ref?: string | null
          fee?: number
          gross: number
          kind: string
          line_ref: string
          ours?: number | null
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
          line_ref?: string
          ours?: number | null
          outcome?: string
          payment_id?: string | null
          provider?: Database['public']['Enums']['payment_provider']
        }
        Relationships: []
      }
      /** The devices that a person wants messages on. A device belongs to whoever signed in on it last. */
      push_tokens: {
        Row: {
          /** What this device wants to hear of: trips, chat, wallet, news. */
          channels: string[]
          created_at: string
          /** IOS, ANDROID or WEB. */
          platform: string
          seen_at: string
          /** What the push service knows the device by. */
          token: string
          user_id: string
        }
        Insert: {
          channels?: string[]
          created_at?: string
          platform: string
          seen_at?: string
          token: string
          user_id: string
        }
        Update: {
          channels?: string[]
          created_at?: string
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
      /** What was said with the stars. Who is meant reads it by rating_details(), without names and dates. */
      rating_comments: {
        Row: {
          booking_id: string
          /** At most 1000 characters. */
          comment: string | null
          created_at: string
          from_id: string
          /** What was good or not, of app.rating_tags(). */
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
      /** Stars one person gave another for one booking. */
      ratings: {
        Row: {
          booking_id: string
          /** Whether the receiver's average and notices have it; never before shown_from. */
          counted: boolean
          created_at: string
          from_id: string
          /** From when the receiver may know: when both have rated, or after 24 hours. Else stars would be an answer to stars. */
          shown_from: string
          /** 1 to 5. */
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
      /** Receipts of paid bookings, one each, and a credit note for each refund after it, in one series a year. Each is the invoice of its ride. Append-only. The names of rider and driver are not in it: they stand in the booking, which forgets people who leave. */
      receipts: {
        Row: {
          booking_id: string
          /** {company, money: {code, symbol, decimal, swipe_symbol, time_zone, country, convert_to_mile}, trip: {reference, category, car_type, vehicle_number, vehicle, pickup, stops: [], drop, pickup_at, drop_at, distance, secs}, and of a receipt: lines, total, tax, tax_percent, discount, promo_code, rounding, due, payments: [{way: wallet|card|cash|written_off, provider?, amount}], paid_at; of a credit note: receipt, receipt_at, amount, tax, tax_percent, ways: [{way: wallet|card, amount}], at}. */
          content: Json
          /** Copied from the booking, as is the fleet, for the policies. */
          customer_id: string | null
          fleet_id: string | null
          id: string
          issued_at: string
          /** receipt, or credit_note: money given back after the receipt; its content names the receipt. */
          kind: string
          /** The language that the rider read then. */
          lang: string
          /** Series, year and serial in six digits or more, such as R-2026-000001. */
          number: string
          /** 1, 2, 3, … without a gap in a series and year, in the order of issue. */
          serial: number
          /** settings.receipt_prefix then: another prefix is another series. */
          series: string
          /** The ledger's refund behind a credit note; null for a receipt. */
          transaction_id: number | null
          /** Of the issue, in settings.time_zone. */
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
      /** Money on its way back to a rider, or there. To a card it stands in refunds due until the provider confirms. */
      refunds: {
        Row: {
          /** What goes back. */
          amount: number
          booking_id: string | null
          created_at: string
          /** The admin; null where it followed from a cancellation or a late payment. */
          created_by: string | null
          customer_id: string | null
          done_at: string | null
          id: string
          /** The card payment it goes back to; null where it went to the wallet. */
          payment_id: string | null
          /** The provider's name of it. */
          provider_ref: string | null
          /** What the admin wrote, or cancelled or late_payment. */
          reason: string
          /** due: the provider has not confirmed; failed: it refused, and the wallet got the money; dropped: a chargeback gave it back. */
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
      /** Cheaper routes that riders asked for after acceptance, with the driver's answer. While one is open the old route stands. */
      route_proposals: {
        Row: {
          answered_at: string | null
          /** The rider. */
          asked_by: string
          at: string
          booking_id: string
          client_key: string
          /** Where it would go. */
          drop_address: string
          id: string
          quote_id: string
          /** open, accepted or declined by the driver, withdrawn by the rider or since the booking went on without it. */
          status: string
          /** The fare by the new route. */
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
      /** Places a rider goes to; the end of a ride within 100 m of a known one counts on it. */
      saved_addresses: {
        Row: {
          /** Rides that ended there. */
          count: number
          created_at: string
          /** The address as text. */
          description: string
          id: string
          /** What its owner calls it (home, work, …); null for places that rides left behind. */
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
      /** One row: everything the operator may change. */
      settings: {
        Row: {
          /** Sign-in shows the choice of a country. */
          allow_country_selection: boolean
          /** Off is the demo mode. Only the service role changes it. */
          allow_critical_edits_admin: boolean
          /** The driver takes a picture on fetching a parcel. */
          allow_delivery_pickup_image_capture: boolean
          /** The driver takes a picture on handing a parcel over. */
          allow_final_delivery_image_capture: boolean
          /** What riders can book: taxi, delivery or both. */
          app_category: string
          /** In header, footer and texts. */
          app_name: string
          /** Where riders get the app; empty shows no link. */
          apple_store_link: string
          /** Seconds a driver has to answer an admin's assignment. */
          assign_timeout: number
          /** Drivers are searched for; off: admins assign. */
          auto_dispatch: boolean
          /** Hours that withdrawals wait after bank details or a proved contact changed; 0: they do not. */
          bank_change_hours: number
          /** Bank details are kept; off: set_bank_details refuses. */
          bank_fields: boolean
          /** What both sides of a referral receive, as money for fares only. */
          bonus: number
          /** Minutes on duty after which a driver is told to take a break; 0: never. */
          break_after_minutes: number
          /** How long a break is at least. */
          break_minutes: number
          /** Percent of a cancellation fee that goes to the driver who came in vain, once the rider has paid it. */
          cancellation_driver_percent: number
          /** Pushes go to the channel bookings-repeat. */
          car_horn_repeat: boolean
          /** How much more than the fare is reserved on a card before a ride: what it may cost more by waiting, a longer way and extras. */
          card_hold_percent: number
          /** What is paid in cash is rounded to multiples of this, such as 0.05 where there is no smaller coin; 0 rounds nothing. */
          cash_unit: number
          /** When a rider makes the route cheaper after acceptance: agree waits for the driver, compensate pays the driver a part of the difference. */
          cheaper_route: string
          /** Percent of the difference that compensates the driver. */
          cheaper_route_percent: number
          /** Currency of quotes and payments (ISO 4217). */
          code: string
          /** On the contact page. */
          company_address: string
          /** Account from which drivers are paid, in payment files and on invoices. */
          company_bank_account: string
          /** BIC of its bank. */
          company_bank_code: string
          /** On the contact page and in the footer. */
          company_name: string
          /** On the contact page. */
          company_phone: string
          /** The operator's number as a taxpayer, on receipts. */
          company_tax_number: string
          /** Address of the terms. */
          company_terms: string
          /** Linked in the footer and on the contact page. */
          company_website: string
          /** On the contact page. */
          contact_email: string
          /** Tariffs, quotes and driver_radius are in miles. */
          convert_to_mile: boolean
          /** ISO code: decides how numbers and dates are written, and where addresses are searched. */
          country: string
          /** What one admin may credit and refund within a day, in all and to one person; above it a second one approves. Null: no limit. */
          credit_limit: number | null
          /** Decimals of money. Locked with code once the ledger has entries. */
          decimal: number
          /** waves: wave_size drivers at a time in growing circles, wave_count of them, then again each minute; all: everyone within driver_radius at once. */
          dispatch_mode: string
          /** Who registers as a driver, or is added by a fleet, waits; fleet admins do not approve. */
          driver_approval: boolean
          /** How far from the pickup a driver may be to be asked: kilometres, or miles with convert_to_mile. */
          driver_radius: number
          /** A driver goes on duty only with a position, given then or at most a minute old. Off: it may be reported right after, and until then the driver is offered nothing. */
          duty_needs_position: boolean
          /** Sites that may show the booking frame, as origins such as https://hotel.example; empty: none. */
          embed_origins: string[]
          /** Bookings and people that one member of staff may read within a day; above it a second person approves. Null or 0: no limit. */
          export_limit: number | null
          /** The most that one toll or other extra of a trip may be; 0 allows none. */
          extra_limit: number
          /** Handle or address, linked on the contact page. */
          facebook_handle: string
          /** Sign-in shows the social network's button. */
          facebook_login_enabled: boolean
          /** metered: taxi fares by the way driven; upfront: as quoted, plus waiting and extras. */
          fare_mode: string
          /** Part of a driver's share that goes to the driver's fleet at PAID. */
          fleet_percent: number
          /** How often in 24 hours a rider may cancel on a driver without a fee; after that the lowest slab is due. */
          free_cancellations: number
          /** Minutes a driver waits at the pickup without charge. */
          free_wait: number
          /** Cars stand side by side on the landing page. */
          horizontal_view: boolean
          id: number
          /** Handle or address, linked on the contact page. */
          instagram_handle: string
          /** Whether drivers may take later bookings ahead of their time. */
          later_claims: boolean
          /** How many later bookings one driver may have claimed at a time. */
          later_claims_max: number
          /** How many days ahead a later booking may begin. */
          later_days: number
          /** Minutes before trip_at at which a later booking is offered and engages its driver. */
          lead_minutes: number
          /** Path of the operator's own mark in the bucket company; empty shows the built-in one. */
          logo: string
          /** Off: no booking for drivers whose wallet would go below zero. */
          negative_balance: boolean
          /** Within how many kilometres of a drop the driver is asked for the next ride; 0: never while on a trip. */
          next_job_km: number
          /** Seconds a driver has to answer an offer. */
          offer_timeout: number
          /** What the assigned driver's no does without auto_dispatch: cancel, or requeue for the desk. */
          on_decline: string
          /** A new booking has a start code of five digits. */
          otp_secure: boolean
          /** Number that the panic button of a taxi ride calls; empty shows no button. */
          panic: string
          /** How many parcels from one door a driver carries at once, as far as the car has room for luggage; 1: one at a time. */
          parcels_at_once: number
          /** The same for completed withdrawals. */
          payout_limit: number | null
          /** Day of the weekly payout run, 1 Monday to 7 Sunday; null: staff starts it. */
          payout_weekday: number | null
          /** Days without a sign-in after which a number alone opens no account: it may be somebody else's by now. 0: never. */
          phone_silence_days: number
          /** Where riders get the app; empty shows no link. */
          play_store_link: string
          /** Stands before the serial of a receipt's number, such as R-; the serial goes on when it changes. */
          receipt_prefix: string
          /** Kilometres that the ride which pays a bonus has at least. */
          referral_min_km: number
          /** Minutes that the ride which pays a bonus takes at least. */
          referral_min_minutes: number
          /** Bonuses that one person can earn by inviting in a month. */
          referral_monthly_cap: number
          /** Where the rest of a cancelled paid booking goes: the rider's wallet, or back to where it came from. */
          refund_to: string
          /** Minutes before trip_at at which rider and driver of a later booking are reminded. */
          reminder_minutes: number
          /** Address search within country alone. */
          restrict_country: boolean
          /** Riders may request withdrawals, not drivers alone. */
          rider_with_draw: boolean
          /** Whether a shift begins and ends with the mileage of its car. */
          shift_mileage: boolean
          /** Whether a shift begins with pictures of its car. */
          shift_photos: boolean
          /** The trip page draws the way still to go. */
          show_live_route: boolean
          /** Whether drivers may drive people who hail them in the street. */
          street_trips: boolean
          /** The symbol stands after the amount. */
          swipe_symbol: boolean
          /** How money is written; code is the currency itself. */
          symbol: string
          /** Tax that fares include; shown on the receipt. */
          tax_percent: number
          /** Whether the test payment provider may confirm payments; off where money is real. */
          test_payments: boolean
          /** Decides what today and this month mean. */
          time_zone: string
          /** Days that tips from a card or a top-up cannot be withdrawn. */
          tip_lock_days: number
          /** The most that cards tip for one ride. */
          tip_max: number
          /** How far back a step of a trip counts that the driver's phone told later, minutes. */
          told_minutes: number
          /** Days that card money in a wallet cannot be withdrawn; until then it goes back to its card. */
          topup_lock_days: number
          /** The most that is paid into a wallet at once. */
          topup_max: number
          /** The least that is paid into a wallet at once. */
          topup_min: number
          /** Handle or address, linked on the contact page. */
          twitter_handle: string
          /** Ending the wait after new bank details needs two admins. */
          two_people_bank: boolean
          updated_at: string
          /** The distance comes from the matrix service. */
          use_distance_matrix: boolean
          /** How often it was changed. An update that names the version it saw is refused with version_conflict where that is old. */
          version: number
          /** Amounts offered for topping up a wallet. */
          wallet_money_field: string[]
          /** Waves in which the search grows to driver_radius. */
          wave_count: number
          /** Drivers asked at once in a wave. */
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
          break_after_minutes?: number
          break_minutes?: number
          cancellation_driver_percent?: number
          car_horn_repeat?: boolean
          card_hold_percent?: number
          cash_unit?: number
          cheaper_route?: string
          cheaper_route_percent?: number
          code?: string
          company_address?: string
          company_bank_account?: string
          company_bank_code?: string
          company_name?: string
          company_phone?: string
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
          later_claims?: boolean
          later_claims_max?: number
          later_days?: number
          lead_minutes?: number
          logo?: string
          negative_balance?: boolean
          next_job_km?: number
          offer_timeout?: number
          on_decline?: string
          otp_secure?: boolean
          panic?: string
          parcels_at_once?: number
          payout_limit?: number | null
          payout_weekday?: number | null
          phone_silence_days?: number
          play_store_link?: string
          receipt_prefix?: string
          referral_min_km?: number
          referral_min_minutes?: number
          referral_monthly_cap?: number
          refund_to?: string
          reminder_minutes?: number
          restrict_country?: boolean
          rider_with_draw?: boolean
          shift_mileage?: boolean
          shift_photos?: boolean
          show_live_route?: boolean
          street_trips?: boolean
          swipe_symbol?: boolean
          symbol?: string
          tax_percent?: number
          test_payments?: boolean
          time_zone?: string
          tip_lock_days?: number
          tip_max?: number
          told_minutes?: number
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
          break_after_minutes?: number
          break_minutes?: number
          cancellation_driver_percent?: number
          car_horn_repeat?: boolean
          card_hold_percent?: number
          cash_unit?: number
          cheaper_route?: string
          cheaper_route_percent?: number
          code?: string
          company_address?: string
          company_bank_account?: string
          company_bank_code?: string
          company_name?: string
          company_phone?: string
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
          later_claims?: boolean
          later_claims_max?: number
          later_days?: number
          lead_minutes?: number
          logo?: string
          negative_balance?: boolean
          next_job_km?: number
          offer_timeout?: number
          on_decline?: string
          otp_secure?: boolean
          panic?: string
          parcels_at_once?: number
          payout_limit?: number | null
          payout_weekday?: number | null
          phone_silence_days?: number
          play_store_link?: string
          receipt_prefix?: string
          referral_min_km?: number
          referral_min_minutes?: number
          referral_monthly_cap?: number
          refund_to?: string
          reminder_minutes?: number
          restrict_country?: boolean
          rider_with_draw?: boolean
          shift_mileage?: boolean
          shift_photos?: boolean
          show_live_route?: boolean
          street_trips?: boolean
          swipe_symbol?: boolean
          symbol?: string
          tax_percent?: number
          test_payments?: boolean
          time_zone?: string
          tip_lock_days?: number
          tip_max?: number
          told_minutes?: number
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
      /** Which staff role may do what. An admin without a row here is refused with not_allowed. */
      staff_permissions: {
        Row: {
          /** What functions ask for: docs/staff.md. */
          permission: string
          /** As in profiles.staff_role. */
          staff_role: Database['public']['Enums']['staff_role']
        }
        Insert: { permission: string; staff_role: Database['public']['Enums']['staff_role'] }
        Update: { permission?: string; staff_role?: Database['public']['Enums']['staff_role'] }
        Relationships: []
      }
      /** Times with a surcharge, in settings.time_zone. All that cover a trip's time add up. */
      tariff_windows: {
        Row: {
          /** Off: kept, but no longer applied. */
          active: boolean
          /** Surcharge as an amount; else percent. */
          amount: number | null
          /** Null for every car type. */
          car_type_id: string | null
          created_at: string
          /** Single days on which it begins as well: holidays. */
          dates: string[]
          /** Days of the week on which it begins, 1 Monday to 7 Sunday. */
          days: number[]
          /** When it begins, in settings.time_zone. */
          from_time: string
          id: string
          /** What riders read on the fare's line. */
          name: string
          /** Of base fare, distance and time, or of the fixed fare. */
          percent: number | null
          /** Not included. At or before from_time it is on the next day. */
          to_time: string
          /** How often it was changed. An update that names the version it saw is refused with version_conflict where that is old. */
          version: number
        }
        Insert: {
          active?: boolean
          amount?: number | null
          car_type_id?: string | null
          created_at?: string
          dates?: string[]
          days?: number[]
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
      /** What a platform reports of a driver to the tax office beside the income. Nobody reads it but its owner and tax_report. */
      tax_details: {
        Row: {
          /** Of the person. */
          birth_date: string | null
          /** Of the home. */
          city: string
          /** Of the home. */
          postal_code: string
          /** Of the home, with its number. */
          street: string
          /** Where the driver pays tax, ISO 3166. */
          tax_country: string
          /** The driver's number as a taxpayer. */
          tax_number: string
          updated_at: string
          user_id: string
          /** For value added tax, where there is one. */
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
      /** Tax that was paid on, once for a month. */
      tax_remittances: {
        Row: {
          /** What stood on the tax account at its end and had not been paid on. */
          amount: number
          created_at: string
          /** The admin. */
          created_by: string | null
          id: string
          /** First day of the month whose end it was due for. */
          month: string
          /** The day it is dated to. */
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
      /** The trail of a trip, as its driver reported it; implausible points are not kept. */
      tracking_points: {
        Row: {
          /** Metres, as the phone said. */
          accuracy: number | null
          at: string
          booking_id: string
          driver_id: string
          /** Degrees clockwise from north. */
          heading: number | null
          id: number
          lat: number
          lng: number
          /** When it arrived, where that was more than a minute after at; such a point proves nothing that rests on what the server knew. */
          received_at: string | null
          /** Of the booking then. */
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
      /** What a driver's car carries. Without a row: as many people as its car type says, two pieces of luggage, nothing else. */
      vehicles: {
        Row: {
          /** Child seats on board. */
          child_seats: number
          /** Whose car it is. */
          driver_id: string
          /** Large pieces of luggage. */
          luggage: number
          /** Passengers it takes; null: as many as its car type. */
          seats: number | null
          /** Whether somebody in a wheelchair can ride in it. */
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
      /** Money on its way from a wallet to a bank account. Open until processed or rejected, each once. */
      withdraw_requests: {
        Row: {
          /** What left the wallet. */
          amount: number
          /** Bank details as they stood when it was asked for; empty where none were given. */
          bank_account: string
          /** As bank_account. */
          bank_code: string
          /** As bank_account. */
          bank_name: string
          client_key: string
          /** When it was asked for; the money left the wallet then. */
          date: string
          id: string
          /** Of the person, when it was asked for. */
          name: string
          /** When an admin confirmed the transfer. */
          process_date: string | null
          /** Whether the money was transferred. */
          processed: boolean
          /** Why it was rejected. */
          reason: string | null
          rejected_at: string | null
          /** When it first stood in a payment file for the bank. */
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
      /** Debts that were given up: of a ride that nobody paid, or of a wallet below zero. */
      write_offs: {
        Row: {
          /** What was given up. */
          amount: number
          /** The ride; null where the wallet was below zero. */
          booking_id: string | null
          client_key: string
          created_at: string
          /** The admin, of two the second. */
          created_by: string | null
          id: string
          /** The day it is dated to. */
          on_day: string
          /** What the admin wrote. */
          reason: string
          transaction_id: number
          /** Who owed it. */
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
      /** Areas that change a price or refuse a trip when it is quoted. no_service comes first; then the smallest fixed zone, for trips without stops, instead of base, distance, time and zone surcharges; else all surcharges add up. */
      zones: {
        Row: {
          /** Off: kept, but no longer applied. */
          active: boolean
          /** Of a surcharge, or the fixed fare. */
          amount: number | null
          /** What has to lie inside. Stops on the way count as drops. */
          applies_to: string
          /** Multipolygon in WGS 84. */
          area: unknown
          /** Null for every car type. */
          car_type_id: string | null
          created_at: string
          /** The area for clients; written by save_zone, or as area in GeoJSON. */
          geojson: Json | null
          id: string
          /** surcharge, fixed or no_service. */
          kind: string
          /** What riders read on the fare's line. */
          name: string
          /** Of base fare, distance and time; surcharges alone. */
          percent: number | null
          /** How often it was changed. An update that names the version it saw is refused with version_conflict where that is old. */
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
      /** chat_messages as chats/<booking>/messages had them: message, from, type, msg_date, msg_time, source, sms_id. */
      chats: {
        Row: {
          booking_id: string | null
          created_at: string | null
          /** Who wrote. */
          from: string | null
          /** What was written. */
          message: string | null
          /** MM:DD:YYYY in settings.time_zone. */
          msg_date: string | null
          /** HH24:MI in settings.time_zone. */
          msg_time: string | null
          /** Id of the message. */
          sms_id: string | null
          /** rider or driver. */
          source: string | null
          /** Always msg. */
          type: string | null
        }

        Relationships: []
      }
      /** The drivers being asked now. */
      requested_drivers: {
        Row: {
          booking_id: string | null
          created_at: string | null
          /** From the driver to the pickup when it was offered. */
          distance_km: number | null
          driver_id: string | null
          expires_at: string | null
          /** In which search; 0 when an admin assigned. */
          wave: number | null
        }

        Relationships: []
      }
      /** What came into a wallet and left it; order by id for time. A page filters on user_id. */
      wallet_history: {
        Row: {
          /** Always positive; type says which way. */
          amount: number | null
          /** Of the wallet with its bonus, after it. */
          balance: number | null
          booking_id: string | null
          /** When it moved. */
          date: string | null
          id: number | null
          /** Whether it moved bonus money. A fare paid with both is two rows of one tx_ref. */
          is_bonus: boolean | null
          /** admin_credit, settlement, wallet_payment, cancellation, late_payment, refund, refund_failed, tip, withdrawal, withdrawal_rejected, referral, bonus_forfeited, topup, topup_returned, fee_payment, debt_payment, chargeback_lost, charge, write_off. */
          kind: string | null
          /** AdminCredit, the booking's id, or kind and number of the transaction. */
          tx_ref: string | null
          /** Credit, Debit or Withdraw; amount is positive in each. */
          type: string | null
          user_id: string | null
        }

        Relationships: []
      }
    }
    Functions: {
      /** The caller takes a booking offered to them; near the end of a trip it waits (engaged_at null) until that is over; a parcel from the door where the caller fetches another one is taken along (is_along). Safe to call twice. Errors: not_a_driver, require_approval, offer_not_found, try_again (ask once more after 200 ms), booking_taken, offer_expired, driver_unsuitable, vehicle_unsuitable, driver_offline, driver_busy, document_expired, cannot_afford. */
      accept_booking: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Books what a provider's line has more or less than we have, against adjustments, with a reason. Safe to call twice. Errors: must_login, not_allowed, demo_mode, provider_line_not_found, assignment_invalid. */
      accept_provider_line: {
        Args: { provider: string; line_ref: string; reason: string }
        Returns: Database['public']['Tables']['provider_lines']['Row']
      }
      /** The driver agrees to the cheaper route that the rider asked for; it stands at once. Answers the booking. Errors: not_a_driver, require_approval, booking_not_found, route_change_not_found. */
      accept_route_change: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The languages offered, the default first, and the operator's texts of one of them by namespace and key; with_default adds those of the default, for a language that the page has no texts for. By GET with an ETag, and 304 where nothing changed. */
      active_texts: {
        Args: { locale?: string | null; with_default?: boolean | null }
        Returns: Json
      }
      /** What a driver is charged each week, or once, from from_day (default today) on; the next payout run posts it, also for weeks that passed. Answers the charge; a repeated client_key the first. Errors: must_login, not_allowed, demo_mode, charge_invalid. */
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
      /** The driver, between arriving and the end, declares a toll, a parking fee or another cost of a ride (key toll, parking or other; at most settings.extra_limit each, ten in all); an admin may, too. The rider is told. A repeated client_key answers the first. Errors: must_login, not_a_driver, require_approval, booking_not_found, wrong_status, extra_refused, extra_invalid, demo_mode. */
      add_extra: {
        Args: { booking_id: string; key: string; amount: number; note?: string | null; client_key?: string | null }
        Returns: Database['public']['Tables']['booking_extras']['Row']
      }
      /** An admin credits a wallet; the amount is rounded to settings.decimal. Answers {id, user_id, amount, wallet_balance, tx_ref: AdminCredit, date}; a repeated client_key answers the first. Errors: must_login, not_allowed, demo_mode, no_details_error, needs_approval. */
      add_to_wallet: {
        Args: { user_id: string; amount: number; client_key?: string | null }
        Returns: Database['public']['CompositeTypes']['wallet_credit']
      }
      /** The desk has made sure that a number still belongs to this person: for a day a code to it opens the account, however long it was silent. Errors: must_login, not_allowed, person_not_found. */
      admit_number: {
        Args: { user_id: string }
        Returns: undefined
      }
      /** An admin answers the case of a rider or driver (up to 2000 characters; they get a notice), closes it, or both; none is closed without an answer. Audited. Errors: must_login, not_allowed, demo_mode, case_not_found, case_closed, message_invalid. */
      answer_case: {
        Args: { id: string; answer?: string | null; closes?: boolean | null }
        Returns: Database['public']['Tables']['cases']['Row']
      }
      /** An admin answers a driver in up to 1000 characters, a notice on their screen and a push; without a message says only that what the driver wrote needs none. What waited is off the attention list. Audited, twenty a minute; a repeated client_key sends once. Errors: must_login, not_allowed, demo_mode, person_not_found, message_invalid, too_many_requests. */
      answer_driver: {
        Args: { driver_id: string; message?: string | null; client_key?: string | null }
        Returns: undefined
      }
      /** How the application of a driver stands, by the random id of the form; papers, the latest first, and what is missing of the car only while it waits; null for none. */
      application: {
        Args: { sign_up_id: string }
        Returns: Database['public']['CompositeTypes']['driver_application']
      }
      /** How the application of a driver stands, by the random id of the form: waiting, approved or refused; null for none. */
      application_state: {
        Args: { sign_up_id: string }
        Returns: string
      }
      /** Where in the bucket users the applicant with this form uploads a paper, for accounts/papers, which signs the address. Errors: application_not_found, document_invalid, too_many_requests. */
      application_upload: {
        Args: { sign_up_id: string; kind: string }
        Returns: string
      }
      /** Puts a promotion on a quote, in the place of any before; no code takes it off. Reserves nothing: the use is taken when the quote is booked. Answers the quote with promo_code, discount_amount, payable_amount and cash_amount. Errors: must_login, quote_not_found, quote_used, quote_expired, promo_not_found, promo_expired, promo_min_order, promo_used, promo_used_up. */
      apply_promo: {
        Args: { quote_id: string; code?: string | null }
        Returns: Database['public']['Tables']['fare_quotes']['Row']
      }
      /** Another admin agrees, and what was asked for is done at once; safe to call twice, with one effect. Errors: must_login, not_allowed, demo_mode, approval_not_found, approval_closed, second_person_needed, and those of what is done. */
      approve: {
        Args: { id: string }
        Returns: Database['public']['Tables']['approvals']['Row']
      }
      /** set_approved for a driver. Errors: must_login, not_allowed, person_not_found. */
      approve_driver: {
        Args: { driver_id: string }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      /** The driver is at the pickup; safe to call twice. What a phone tells later names its acceptance (accepted_at), the key of the press, of which a repeat does nothing, and when it happened (at: kept as told, counts at most settings.told_minutes ago, and is flagged). Errors: not_a_driver, require_approval, booking_not_found, job_changed, wrong_status, driver_busy, told_time_invalid. */
      arrive_at_pickup: {
        Args: { booking_id: string; accepted_at?: string | null; client_key?: string | null; at?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The driver is at a stop of the trip, counted from 1; in order, safe to call twice. accepted_at, client_key and at as in arrive_at_pickup. Answers the stop. Errors: not_a_driver, require_approval, booking_not_found, job_changed, stop_not_found, wrong_status, stop_out_of_order, told_time_invalid. */
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
      /** The passenger of a street trip pays by card: answers the token of the pay link, the same each time. confirm_cash turns it back into cash. Errors: must_login, not_a_driver, booking_not_found, wrong_status. */
      ask_street_card: {
        Args: { booking_id: string }
        Returns: string
      }
      /** Says what a line was that match_statement did not know: provider (target: its name; posts the payout), tax (target: a month that remit_tax paid, with the same amount), fees (the bank's), or other (to adjustments, with a reason). Safe to call twice. Errors: must_login, not_allowed, demo_mode, bank_line_not_found, assignment_invalid. */
      assign_bank_line: {
        Args: { id: number; as_what: string; target?: string | null; reason?: string | null }
        Returns: Database['public']['Tables']['bank_lines']['Row']
      }
      /** An admin asks one driver, who has settings.assign_timeout seconds to answer. Answers the booking. Errors: not_allowed, booking_not_found, wrong_status, offer_open, driver_unsuitable, vehicle_unsuitable, document_expired, cannot_afford, driver_busy. */
      assign_driver: {
        Args: { booking_id: string; driver_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** assign_driver for many: [{booking_id, driver_id}], 200 at most. Answers in the same order [{booking_id, driver_id, assigned, message, hint}], message being the key of the refusal. Errors: not_allowed, assignments_invalid. */
      assign_drivers: {
        Args: { assignments: Json }
        Returns: Database['public']['CompositeTypes']['assignment_result'][]
      }
      /** Whom the desk may ask for a NEW booking: at most 50 drivers on duty, or by a part of name or plate on duty or not, those whom assign_driver takes first (assignable), each group nearest first by straight line: {driver_id, driver_name, vehicle_number, vehicle, car_type, lat, lng, distance_km, seen_at, state (free, busy, silent, off_duty), assignable, reason}. reason says what speaks against a driver: not_approved, other_car_type, vehicle_unsuitable, document_expired, cannot_afford, bonus_refused, busy, asked where it may not be, declined, off_duty, busy, stale_position, lapsed where it may. A search is logged and counts for the read limit. Errors: must_login, not_allowed, booking_not_found, wrong_status, needs_approval. */
      assignable_drivers: {
        Args: { booking_id: string; search?: string | null }
        Returns: Database['public']['CompositeTypes']['assignable_driver'][]
      }
      /** Why a booking needs attention, as attention_list names the reasons and as it was last told (a column of bookings): all reasons for admins with the permission desk, for fleet admins those that their fleet can end; null for none and for others. */
      attention: {
        Args: { booking: Database['public']['Tables']['bookings']['Row'] }
        Returns: string[]
      }
      /** Bookings that need the desk, alarms on top (is_alarm: sos and what else is in app.alarms, each with its alarm_id for close_alarm, by_driver where the driver raised it, and without booking_id where a driver without a trip did), then longest waiting first, once per reason, with where it is (the car under way, else the pickup) and whom to call: no_driver, late (not at the pickup in time), driver_silent (no position for 5 minutes), off_route (for 3 minutes, and going away from where it should), stuck (waits 20 minutes, drives twice as long as quoted, or does not end), code_locked, unpaid (15 minutes after the end), case_lost, case_fare and case_question (a rider's case that is not closed), report_passenger, report_accident, report_vehicle, report_fare, report_found and report_something (a driver's), driver_message (a driver wrote to the desk, with driver_id and without booking_id, until answer_driver), no_show_fee (waits for decide_no_show_fee: no trail at the pickup, or the rider objects), held_at_quote, long_way and ended_elsewhere (the last 72 hours: the fare was held at the quote; was paid by the meter for a longer way than quoted; was measured, as an upfront ride did not end at its drop). For admins; fleet admins see what their fleet can end, and their drivers' numbers alone. In a demo numbers are masked; the access log notes who read how many. Errors: must_login, not_allowed. */
      attention_list: {
        Args: never
        Returns: {
          booking_id: string
          reference: string
          reason: string
          since: string
          status: Database['public']['Enums']['booking_status']
          category: string
          customer_name: string
          driver_id: string
          driver_name: string
          pickup_address: string
          drop_address: string
          trip_at: string
          payable_amount: number
          dispatch_note: string
          is_alarm: boolean
          lat: number
          lng: number
          contact_name: string
          contact: string
          alarm_id: string
          by_driver: boolean
        }[]
      }
      /** What rider and driver of a booking told the desk, the latest first; in a demo without how to reach them. For admins. Errors: must_login, not_allowed. */
      booking_cases: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['cases']['Row'][]
      }
      /** For the rider and the desk: what a card would be reserved for at most, from when on, and how the hold stands. Errors: must_login, booking_not_found. */
      booking_hold: {
        Args: { booking_id: string }
        Returns: Database['public']['CompositeTypes']['booking_hold']
      }
      /** The receipt of a booking and after it its credit notes, for its rider, its fleet's admin, admins and the service role; no row before the receipt is issued, which is a moment after PAID, or now. The access log notes staff. Errors: must_login, account_suspended, not_allowed, booking_not_found, needs_approval (above settings.export_limit). */
      booking_receipts: {
        Args: { booking_id: string }
        Returns: Database['public']['CompositeTypes']['receipt_document'][]
      }
      /** Ends a booking; from its driver it goes back to dispatch, the third time it ends. Riders pay the car type's slab once accepted (cancellation_quote), at least the lowest after settings.free_cancellations free ones in 24 hours; nobody else pays. An unpaid parcel ends with the reason incomplete_booking. Safe to call twice. Errors: must_login, booking_not_found, cannot_cancel, demo_mode. */
      cancel_booking: {
        Args: { booking_id: string; reason?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The fee the caller would owe by cancel_booking now; 0 for driver and admin. Errors: must_login, booking_not_found, cannot_cancel. */
      cancellation_quote: {
        Args: { booking_id: string }
        Returns: number
      }
      /** What refers to a car type; bookings are counted up to 1000. With drivers or bookings it cannot be deleted; its zones and tariff windows would go with it. Errors: must_login, not_allowed. */
      car_type_uses: {
        Args: { car_type_id: string }
        Returns: Database['public']['CompositeTypes']['counted_uses']
      }
      /** For each car type whether one of its cars carries what is asked ({seats, luggage, child_seats, wheelchair}), and the most that any of them does of each. Errors: requirements_invalid, account_suspended. */
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
      /** Gives a booking another drop or other stops by a new quote, from its pickup over the stops already reached; the driver stays and is told, drivers being asked are asked anew. Under way the fare may not fall. Between acceptance and start a fare below the one the driver accepted waits for accept_route_change (the answer is the booking as it was, route_proposals has the row), or costs a compensation (settings.cheaper_route). The promotion stays; one on the new quote is ignored. A repeated client_key changes nothing. Errors: must_login, booking_not_found, not_allowed, wrong_status, route_fixed, too_many_changes, quote_not_found, quote_used, quote_expired, quote_unsuitable, quote_mismatch, route_shortened, promo_min_order. */
      change_route: {
        Args: { booking_id: string; quote_id: string; client_key?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Compares closed days (the last 31 without arguments) with what is there now: whether the row fits its hash, follows the day before, and is what the entries of the ledger add up to. Errors: must_login, not_allowed. */
      check_closes: {
        Args: { from_day?: string | null; to_day?: string | null }
        Returns: { day: string; hash_fits: boolean; follows: boolean; ledger_fits: boolean }[]
      }
      /** What the roads say of a street trip: the kilometres of the way through its trail, above 1.1 times of which it is flagged long_way, and what its ends are called. Errors: booking_not_found, no_route_found. */
      check_street_trip: {
        Args: { booking_id: string; route_km: number; pickup_name?: string | null; drop_name?: string | null }
        Returns: undefined
      }
      /** Whether an address or number is free: {"users": []}, else user_exists. For the service role, admins, and fleet admins twenty times an hour; what staff asks is logged. Errors: must_login, not_allowed, email_or_mobile_issue, user_exists, too_many_requests. */
      check_user_exists: {
        Args: { email?: string | null; mobile?: string | null }
        Returns: Json
      }
      /** The caller takes a later booking ahead of its time, on duty or not: settings.later_claims_max at a time, none of which overlap; safe to call twice. Errors: must_login, account_suspended, require_approval, not_a_driver, booking_not_found, try_again (ask once more after 200 ms), booking_taken, booking_not_open, driver_unsuitable, vehicle_unsuitable, too_many_claims, claims_overlap, document_expired, cannot_afford, driver_busy. */
      claim_booking: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** An admin says what was done about an alarm (up to 1000 characters) and takes it off the list; also in a demo, whose people may call for help. Audited. Errors: must_login, not_allowed, reason_required, message_invalid, alarm_not_found. */
      close_alarm: {
        Args: { id: string; note: string }
        Returns: undefined
      }
      /** Closes a day that is over: keeps its sums and balances under a hash that includes the one of the day before. Days close in order; the first may be any, and includes all before it. Safe to call twice. Errors: must_login, not_allowed, demo_mode, day_not_over, close_in_order, try_again. */
      close_day: {
        Args: { day: string }
        Returns: Database['public']['Tables']['book_closes']['Row']
      }
      /** An admin settles a request of stuck_payments by hand, outcome one of its choices: sent (a refund that was sent at the provider's own desk), wallet (the rider's wallet gets the refund) or settle (anything else: released or removed at the provider). The reason goes to the audit log. Errors: must_login, not_allowed (also for one's own payment), demo_mode, payment_not_found, no_details_error, decision_not_possible (it is not stuck, or the outcome does not fit). */
      close_stuck_payment: {
        Args: { job_id: number; outcome: string; reason: string }
        Returns: boolean
      }
      /** Says what is missing of the car while the application with this form waits: {vehicle_make, vehicle_model, vehicle_color, vehicle_number}; what is there stays, others are ignored. Errors: application_not_found, person_invalid. */
      complete_application: {
        Args: { sign_up_id: string; car: Json }
        Returns: undefined
      }
      /** An admin transferred the money; safe to call twice, with one effect. Answers the request. Errors: must_login, not_allowed, demo_mode, withdrawal_not_found, withdrawal_closed, needs_approval. */
      complete_withdrawal: {
        Args: { id: string }
        Returns: Database['public']['Tables']['withdraw_requests']['Row']
      }
      /** The driver holds the money, all or what wallet and card left open; an admin may record it. Safe to call twice. accepted_at, client_key and at as in arrive_at_pickup, but at is kept only in the history. Errors: must_login, not_a_driver, require_approval, booking_not_found, job_changed, wrong_status, not_a_cash_booking, demo_mode, told_time_invalid. */
      confirm_cash: {
        Args: { booking_id: string; accepted_at?: string | null; client_key?: string | null; at?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The provider sent the money back to the card, or (succeeded false) will not, and the rider's wallet gets it. Safe to call twice; the first word stands. Errors: refund_not_found. */
      confirm_refund: {
        Args: { refund_id: string; succeeded?: boolean | null }
        Returns: Database['public']['Tables']['refunds']['Row']
      }
      /** Steps of several parcels at one door in one call: [{step: arrived | started | reached, booking_id, client_key, accepted_at, at, otp}], 20 at most. Each is arrive_at_pickup, start_trip or reach_drop and a refusal undoes only itself: answers in the same order [{booking_id, client_key, done, message, hint}], message being the key of the refusal. Errors: must_login, account_suspended, not_a_driver, select_proper. */
      confirm_steps: {
        Args: { steps: Json }
        Returns: Database['public']['CompositeTypes']['step_result'][]
      }
      /** Books a quote; trip_at null is now. payment_mode: cash, wallet, card. A rider's parcel begins in PAYMENT_PENDING, all else in NEW. details: {guest_name, guest_phone, delivery_person, delivery_person_phone, pick_up_instructions, delivery_instructions, requirements: {seats, luggage, child_seats, wheelchair}}, others are ignored; of requirements none is. A repeated client_key answers the first booking. Errors: must_login, user_issue_contact_admin, quote_not_found, quote_used, quote_expired, profile_incomplete, incomplete_user, unpaid_booking, too_many_requests, too_many_open_bookings, too_many_later_bookings, category_unavailable, past_booking_error, trip_at_too_far, quote_mismatch, delivery_cash_refused, payment_mode_unavailable, deliveryDetailMissing, name_invalid, mobile_no_blank_error, requirements_invalid, car_type_unsuitable, promo_not_found, promo_expired, promo_min_order, promo_used, promo_used_up. */
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
      /** Before a customer is sent to a provider: keeps what is to be paid, which the server decides. booking: what is open of a PENDING or PAYMENT_PENDING booking, or, where the provider can_hold, the ceiling of a hold for a ride by card that has not ended; debt: what the wallet is below zero; topup and tip: the amount that the customer chose. card: a saved card that is to pay it; consent: the version of the wording by which the customer agreed to have the card saved. Answers the payment view (app.payment_json); a repeated client_key the first. Errors: no_provider_found, no_details_error, booking_not_found, wrong_status, nothing_to_pay, hold_exists, hold_too_early, payment_running, topup_out_of_range, amount_invalid, tip_too_high, person_not_found, user_issue_contact_admin, account_suspended, too_many_requests, card_not_found, too_many_cards. */
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
        }
        Returns: Json
      }
      /** A row for each day from from_day to to_day (settings.time_zone, both included, 93 at most; the last 30 without them), and one for all of them, whose day is null: the bookings made then, how many of them a driver carries or carried (accepted), which ended paid (finished) or cancelled, by rider or driver, which nobody came to (unserved), the rest (in_progress), how many stand in each status (statuses), the median seconds from booking to arrival of rides for now (pickup_seconds; null without) and how many those are (arrived), and by day of payment the convenience fees (revenue), their rides, and how many bookings the earnings of the day come from (earned). Each count is that of list_bookings with the filter of its name. Fleet admins see their fleet's. Errors: must_login, not_allowed, list_invalid. */
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
        }[]
      }
      /** Gross earnings, that is convenience fees, in settings.time_zone: {today, this_month, total}, and beside them {yesterday, last_month (up to the same day), thirty_days (with today), thirty_before}; fleet admins count what was driven for their fleet. Errors: must_login, not_allowed. */
      dashboard_totals: {
        Args: never
        Returns: Database['public']['CompositeTypes']['gross_earnings']
      }
      /** An admin agrees to a no-show fee (charge), or waives it, which gives back what was charged. Once, audited; safe to call twice. Answers the fee. Errors: must_login, not_allowed, demo_mode, booking_not_found, no_show_fee_not_found, no_show_fee_decided, select_proper, person_not_found (the rider has left). */
      decide_no_show_fee: {
        Args: { booking_id: string; charge: boolean }
        Returns: Database['public']['Tables']['no_show_fees']['Row']
      }
      /** The office decides what a flagged event of a provider comes to: give_back (a refund to the card it came from), book (to the ride that waits for as much, else to the customer's wallet), write_off (the company keeps it; above settings.credit_limit two people decide: request_approval(write_off, event)), or settle, where there is no money of ours in it. list_payment_flags says which fit. Safe to call twice; the first decision stands. Errors: must_login, not_allowed (also for one's own payment), demo_mode, flag_not_found, no_details_error, decision_not_possible, needs_approval, payment_running. */
      decide_payment_flag: {
        Args: { event_id: string; decision: string; reason: string }
        Returns: Database['public']['Tables']['payment_flags']['Row']
      }
      /** The caller will not carry a booking offered to them; safe to call twice. Ends the booking when nobody is left to ask. Errors: not_a_driver, require_approval, offer_not_found. */
      decline_booking: {
        Args: { booking_id: string }
        Returns: undefined
      }
      /** The driver does not agree to the cheaper route, or the rider withdraws it: the old one stands. Answers the booking. Errors: must_login, booking_not_found, route_change_not_found, not_allowed. */
      decline_route_change: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Takes the caller out; bookings and money stay without the name, bonus money is forfeited. Errors: must_login, not_allowed, demo_mode, active_booking, wallet_not_empty, withdrawal_open. */
      delete_my_account: {
        Args: never
        Returns: undefined
      }
      /** Takes a person out; bookings and money stay without the name, bonus money is forfeited. Errors: must_login, not_allowed, demo_mode, person_not_found, active_booking, wallet_not_empty, withdrawal_open. */
      delete_person: {
        Args: { user_id: string }
        Returns: undefined
      }
      /** What the desk shows of bookings under way beside their rows, 200 at most: how many drivers are asked now and until when, the wave of the search, when the car should be at the pickup (due), when it will be there, or at the drop once it drives there (eta, by the straight line and the pace of the quote; null while no driver is on the way), and what a car usually takes where none is (wait_secs). Others' ids are left out. Errors: must_login, not_allowed. */
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
        }[]
      }
      /** Why did nobody come, why was I not asked: [{wave, at, mode, radius_km, asked, not_asked, candidates, exclusions, reasons, you}]. Admins see everyone by name, a driver the own lines without distances and "you", a rider numbers and reasons. Errors: must_login, booking_not_found. */
      dispatch_log: {
        Args: { booking_id: string }
        Returns: Database['public']['CompositeTypes']['dispatch_log_wave'][]
      }
      /** What the operator owes the calling driver, or the driver the operator, and on which day that is settled. Errors: must_login, account_suspended, require_approval, not_a_driver. */
      driver_account: {
        Args: never
        Returns: Database['public']['CompositeTypes']['driver_balance']
      }
      /** The calling driver's day since midnight of settings.time_zone: trips paid, what they brought (share without the fleet's part, with tips), offers that ran out unanswered and when the last did, and the bookings of the last hour within driver_radius (null where no position is known). Errors: must_login, not_a_driver. */
      driver_day: {
        Args: never
        Returns: { trips: number; earned: number; missed: number; last_missed_at: string; wanted_nearby: number }[]
      }
      /** Months of drivers, newest first, by the rule of earnings_report: admins see all, fleet admins what was driven for their fleet, drivers their own. driver_share includes the driver's part of cancellation fees. months_name is English; from_month and to_month bound the months. Errors: must_login, not_allowed. */
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
      /** What the lines of driver_earnings sum to, per month (newest first; driver_id is null) or per driver (by name; month is null), of all drivers or of_driver only: how many lines, their rides and shares. Fleet admins count what was driven for their fleet. Errors: must_login, not_allowed, list_invalid. */
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
      /** A driver as staff sees them (a column of profiles: rpc('list_people').select('*, driver_facts')): {car_type_id, car_type, vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info, fleet_id, seats (null: as its car type, type_seats), luggage, child_seats, wheelchair, fleet, is_active, is_busy, seen_at, papers, papers_until}; papers is missing, pending (somebody has to look), expired, rejected, expiring (within 14 days) or verified. For admins with the permission desk and the driver's fleet admin; null for other people and other callers. */
      driver_facts: {
        Args: { person: Database['public']['Tables']['profiles']['Row'] }
        Returns: Json
      }
      /** The calling driver's hours: seconds on duty and on trips since midnight of settings.time_zone, seconds on duty since the last pause of settings.break_minutes, and when settings.break_after_minutes of them are reached (null off duty, or where no break is asked for; it may lie in the past). Errors: must_login, account_suspended, require_approval, not_a_driver. */
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
      /** The calling driver's work: list is current (engaged), next (waits for the end of a trip), later (accepted ahead of time, soonest first) or today (over since midnight of settings.time_zone, newest first). Errors: must_login, account_suspended, require_approval, not_a_driver. */
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
      /** What the calling driver's wallet moved by, a row for each day of settings.time_zone on which it did: rides paid, shares of fares, tips, shares of fees (cancelling, no-shows), cash kept, tax, the fleet's part, charges, payouts and the rest (corrections, credits), signed as in the wallet; they add up to net. Weeks and months are sums of days. Errors: must_login, account_suspended, require_approval, not_a_driver, period_invalid. */
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
      /** The trips that moved the calling driver's wallet in these days, the latest 500, with the parts of driver_money each. Errors: must_login, account_suspended, require_approval, not_a_driver, period_invalid. */
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
      /** The calling driver's statement of a week (Monday to Sunday, given by any of its days): {week_begins, week_ends, is_over, driver: {name, vehicle_number}, company and money as a receipt has them, opening, closing, days: [as driver_money], totals: {the same summed}, trips: [as driver_money_trips]}; opening and the totals' net make closing. Errors: must_login, account_suspended, require_approval, not_a_driver, period_invalid. */
      driver_statement: {
        Args: { week: string }
        Returns: Database['public']['CompositeTypes']['driver_week']
      }
      /** Drivers on duty in a part of the map, in arrays side by side: ids, places (to 1 m), headings (degrees; null while standing), states (free, busy, or silent: not heard of for a minute) and ages of the positions in seconds; 5000 at most. With since, the at of the answer before, only those who moved or changed since, and as gone those who left the part or went off duty; whoever reads on asks now and then without it, as a driver who leaves a fleet is not told. Admins see all, fleet admins their own. Errors: must_login, not_allowed, area_invalid. */
      drivers_for_map: {
        Args: { south: number; west: number; north: number; east: number; since?: string | null }
        Returns: Database['public']['CompositeTypes']['map_view']
      }
      /** Drivers on duty, or those of them that are named, with their car, last position and state: free, busy (booking_id) or silent (not heard of for a minute). Admins see all, fleet admins their own. drivers_for_map follows where they are. Errors: must_login, not_allowed. */
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
      /** The platform's months, newest first. Rides and their amounts count what was paid in the month with a convenience fee, cancellation_fee what was cancelled in it. gross = trip_cost + cancellation_fee; profit = convenience_fee + cancellation_fee - discount_amount, less cancellation_share, the drivers' part of cancellation_fee (0 as settings.cancellation_driver_percent stands at first). free_ride_discounts are promotions on rides without a fee, which no other column counts. months_name is English. For admins. Errors: must_login, not_allowed. */
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
      /** Changes what patch names. Admins: first_name, last_name, mobile, approved, and of drivers car_type_id, fleet_id (null: none), vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info and what the car carries: seats (null: as its car type), luggage, child_seats, wheelchair; fleet admins the vehicle and other_info of their own drivers. With a version it is refused where the person (the car included) has another by now. Errors: must_login, not_allowed, version_conflict, person_not_found, person_invalid, name_invalid, mobile_no_blank_error. */
      edit_person: {
        Args: { user_id: string; patch: Json }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      /** Ends a charge on a day (default today); weeks that were posted stay. Safe to call twice. Errors: must_login, not_allowed, demo_mode, charge_not_found. */
      end_driver_charge: {
        Args: { id: string; until_day?: string | null }
        Returns: Database['public']['Tables']['driver_charges']['Row']
      }
      /** The link that a guest was texted stops working at once, with the start code on it; by the rider or the desk, silent where there is none. Errors: must_login, booking_not_found, not_allowed. */
      end_guest_link: {
        Args: { booking_id: string }
        Returns: undefined
      }
      /** Signs the caller out on another device, on all others without session_id; never on this one, which auth.signOut ends. Answers on how many. Errors: must_login, demo_mode. */
      end_own_sessions: {
        Args: { session_id?: string | null }
        Returns: number
      }
      /** Ends the calling driver's shift: they are off duty, the shared car is free, and the driver's own car is theirs again. Safe to call twice. Errors: must_login, account_suspended, require_approval, not_a_driver, shift_not_found, driver_busy, mileage_required, mileage_invalid. */
      end_shift: {
        Args: { mileage?: number | null }
        Returns: Database['public']['CompositeTypes']['driver_shift']
      }
      /** Computes quote and final fare again from what was kept: {booking_id, version, code, flags, tax, quote, final, promo, cash_rounding, tip, total, trail, rule, replays}, each fare {lines, trip_cost, inputs} and, for all but the rider, driver_share and convenience_fees; tax {percent, amount, included} is inside, promo (a line below zero), cash_rounding (a line of either sign) and tip come after, total is the fare with promo and rounding. trail: {distance_km (measured), silent_km (of it, for silences), quoted_km, points, left_out {still, leap, vague}} of a ride that was measured. replays: whether it came out as stored. Errors: must_login, booking_not_found. */
      explain_fare: {
        Args: { booking_id: string }
        Returns: Database['public']['CompositeTypes']['fare_explanation']
      }
      /** Everything kept of the caller: {profile, driver, bank_details, tax_details, documents, saved_addresses, bookings, trips, no_show_fees, cases, ratings, desk_messages, messages, notices, devices, payments, saved_cards, card_consents, refunds, wallet}, without other people's contacts. Errors: must_login, demo_mode. */
      export_my_data: {
        Args: never
        Returns: Json
      }
      /** Who calls, for admins: up to four people by their number (from four digits on, with or without country), or one person. Each with why they cannot be booked for now (refusal, as create_booking would say) and, where the number is whole or nobody else fits (is_known), what is under way, where they were driven lately and their saved places. Contacts are masked in demo mode. The access log notes who read how much. Errors: must_login, not_allowed, demo_mode (a search by number), needs_approval (above settings.export_limit). */
      find_caller: {
        Args: { phone?: string | null; person_id?: string | null }
        Returns: {
          id: string
          first_name: string
          last_name: string
          mobile: string
          usertype: string
          is_whole: boolean
          is_known: boolean
          refusal: string
          wallet_balance: number
          open_trips: Json
          trips: Json
          places: Json
        }[]
      }
      /** Ends a lease: sent, or tried again later, eight times at most, then dead. Error token_gone forgets the device; it and undeliverable end at once. attempt, as taken, keeps a late failure from undoing another's lease. Answers the status; null where there is no such message. */
      finish_outbox: {
        Args: { id: number; ok: boolean; error?: string | null; attempt?: number | null }
        Returns: string
      }
      /** Ends the lease of a request. outcome: done (the provider did it, or what it said is recorded), failed (it refuses for good: the wallet gets a refund, a hold is lost), again (it did not answer, or says pending: tried again after retry_after seconds, else later each time; after about three days it is dead, for the desk). note: what it said; ref: its name of a refund; nothing_sent: no try reached the provider so far. Answers queued, done or dead; null where there is no such job. */
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
      /** Makes what the caller's form said count, once a code has proved its address or number: names, number and referrer of a new account; who applied as a driver becomes one and hands in the papers that there are: the licence (uploaded to users/<own id>/license-… before) with its number, and in papers insurance and registration: [{kind, path, expires_on, number}]; the others follow by submit_application_paper. A driver waits for approval while driver_approval is on: sessions end. Safe to call twice. Errors: must_login, account_suspended, sign_up_not_found, account_in_use, document_invalid. */
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
      /** Has a browser told when the application with this form is approved; false where none waits. Three browsers at most. Errors: push_token_invalid. */
      follow_application: {
        Args: { sign_up_id: string; token: string }
        Returns: boolean
      }
      /** Sends nothing more to this device of the caller; silent where there is none. Errors: must_login. */
      forget_push_token: {
        Args: { token: string }
        Returns: undefined
      }
      /** Staff ends the shift of whoever has a shared car, without a mileage, so that another driver can take it, and tells the one it had; a fleet admin for the own fleet. Safe to call twice. Errors: must_login, not_allowed, demo_mode, vehicle_not_found, driver_busy. */
      free_vehicle: {
        Args: { vehicle_id: string }
        Returns: undefined
      }
      /** Cells (centre in degrees, about cell_m wide) with the bookings called from there in the last hours, those nobody came to (unmet), and the free drivers there now (supply). Admins see all; fleet admins their own supply and, like drivers, only cells that at least three riders called from; drivers see demand alone, in threes. At most 2000 cells, busiest first. Errors: must_login, not_a_driver, require_approval, area_invalid. */
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
      /** Invoices (receipts) and credit notes issued from one day to another, both counted, in the order of issue, for UBL: content as in receipts, and the name that the booking still has. The last row's issued_at and id as after_at and after_id give the next page. Logged as reading addresses. Errors: must_login, not_allowed, demo_mode. */
      invoice_rows: {
        Args: {
          from_day?: string | null
          to_day?: string | null
          after_at?: string | null
          after_id?: string | null
          page_size?: number | null
        }
        Returns: {
          id: string
          number: string
          kind: string
          issued_at: string
          booking_id: string
          customer_id: string
          customer_name: string
          currency: string
          net: number
          tax: number
          total: number
          content: Json
        }[]
      }
      /** Whether a driver at this place can be offered trips. Errors: must_login, require_approval. */
      is_served: {
        Args: { lat: number; lng: number }
        Returns: boolean
      }
      /** Keeps in a booking's history what its driver, now or earlier, did without a network and was refused for when it was told (step: arrived, stop, started, returning, reached, cash; reason: the key of the refusal; at: when). It changes nothing else. False where that press was kept before, or twenty are. Errors: must_login, not_a_driver, require_approval, booking_not_found, select_proper, told_time_invalid. */
      keep_missed_step: {
        Args: { booking_id: string; step: string; reason: string; client_key: string; at: string }
        Returns: boolean
      }
      /** The entries behind a figure of money_desk, the latest first: from_day to to_day (both counted), of_account (as money_desk names it), of_kind, direction (in or out), of_part. amount has the sign of the desk: what we hold is positive. Without filters it is the journal. The last row's at and id as after_at and after_id give the next page. Errors: must_login, not_allowed, list_invalid. */
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
      /** What staff and others changed, newest first, with the name of who did it (null: the system, or somebody who left): of one actor, action (insert, update, delete or a verb), target (a table, most often) and its row, between from_at and before to_at. before and after are masked, as they are kept. The last row's at and id as after_at and after_id give the next page. Errors: must_login, not_allowed. */
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
        }[]
      }
      /** Lines of bank statements, the last imported first; is_open: those that staff still has to look at, or the others. The last row's id as before_id gives the next page. Errors: must_login, not_allowed, demo_mode. */
      list_bank_lines: {
        Args: {
          is_open?: boolean | null
          from_day?: string | null
          to_day?: string | null
          before_id?: number | null
          page_size?: number | null
        }
        Returns: Database['public']['Tables']['bank_lines']['Row'][]
      }
      /** Bookings for staff; fleet admins their fleet's. Filters: one or several statuses, people, car type, payment_mode, is_paid (false: not paid and not cancelled), is_unserved (nobody came), needs_attention (on the attention list, as it was last told; for fleet admins what their fleet can end), cancelled_by (rider, driver, admin, system), milestone (accepted: a driver took it; arrived: a ride for now to whose pickup a driver came), zone_id (pickup or drop inside), what the reference begins with, search (the same, or three signs of a guest's name, or for admins outside demo mode the last four digits or more of a guest's or customer's number), when they were made (from_at to before to_at) and wanted (trip_from to before trip_to), the days in settings.time_zone on which they count in the earnings (earned_from to earned_to, both included; with driver_id as that driver's). sort: created, trip, reference or payable, newest or highest first, or ascending, or risk: bookings under way by how late their car will be at the pickup (app.lateness), those whose car has come at the end; the last row's value in that column and its id as after_value and after_id (by risk the id alone) give the next page. The access log notes who read how many. Errors: must_login, not_allowed, list_invalid, needs_approval (above settings.export_limit). */
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
        }
        Returns: Database['public']['Tables']['bookings']['Row'][]
      }
      /** Chargebacks of a status (null: all), the next deadline first, with what there is to answer them by: the trail of the ride, its start code, the receipt, the chat. The last row's due_at and id as after_due and after_id give the next page. Errors: must_login, not_allowed, list_invalid. */
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
      /** What admins credited, newest first: whom, how much, the wallet after it, who did it (the second of two). of_user: one person's; from_at to before to_at; the last row's id as before_id gives the next page. Errors: must_login, not_allowed. */
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
        }[]
      }
      /** What drivers are charged, the latest first; running: those that will be posted again, or the others. The last row's id as before_id gives the next page. Errors: must_login, not_allowed. */
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
      /** What each booking added to the earnings of the days from_day to to_day (in settings.time_zone, both included), newest first, of all or of_driver only: their sums are the figures of earnings_report and driver_earnings (driver_share with the driver's part of cancellation fees). A correction is a line of its own on the day of the correction. Fleet admins see their fleet's. The last row's day and id as after_day and after_id give the next page. Errors: must_login, not_allowed. */
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
      /** What providers said that did not fit (payment_events.outcome), the latest first, one row for a charge: open, or decided. expected: what the payment asked for. choices: decisions of decide_payment_flag that fit it; books_to: where book would book it, ride or wallet. The last row's received_at and event_id as after_at and after_id give the next page. Errors: must_login, not_allowed. */
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
      /** What a run found of each driver, in the order of their ids; state is that of the withdrawal: open, sent, processed or rejected. The last row's driver_id as after_id gives the next page. Errors: must_login, not_allowed. */
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
      /** People for staff; all but admins, or one usertype (admin too), or one person; fleet admins their drivers. Filters: is_approved, is_suspended (approval taken away), fleet_id (its drivers), car_type_id and is_active (drivers with it; on duty or not), has_papers_waiting (documents that nobody has judged). search looks in names and plates, outside demo mode in e-mail addresses, referral codes and, with three digits or more, numbers. sort: created or name, newest or last first, or ascending; the last row's created_at (or first and last name with a space between) and id as after_value and after_id give the next page. Contacts are masked in demo mode. The access log notes who read how many. Errors: must_login, not_allowed, list_invalid, needs_approval (above settings.export_limit). */
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
        }
        Returns: Database['public']['Tables']['profiles']['Row'][]
      }
      /** Promotions for admins, or one by promo_id. search looks in names and descriptions. Filters: discount_type (flat, percentage), is_listed, state (running, ended, used_up), and the last day by moments on it, valid_from to before valid_to. sort: created, name, validity or uses, newest, last or most first, or ascending; the last row's created_at, promo_name, promo_validity or user_avail and its id as after_value and after_id give the next page. Errors: must_login, not_allowed, list_invalid. */
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
      /** Withdrawals for admins. Filters: status (open, processed, rejected), whose, and when they were asked for (from_at to before to_at). sort: date or amount, newest or highest first, or ascending; the last row's value in that column and its id as after_value and after_id give the next page. Bank numbers are masked in demo mode, when it is the only way admins read withdrawals. Errors: must_login, not_allowed, list_invalid. */
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
        }
        Returns: Database['public']['Tables']['withdraw_requests']['Row'][]
      }
      /** Debts that were given up, the latest first. The last row's id as before_id gives the next page. Errors: must_login, not_allowed. */
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
      /** Locks everything up to a closed day: nothing is dated into it any more. It is not undone. Answers until when. Errors: must_login, not_allowed, demo_mode, close_in_order. */
      lock_period: {
        Args: { until_day: string }
        Returns: string
      }
      /** Marks notices of the caller as read, all without ids. Answers how many were not. Errors: must_login. */
      mark_notices_read: {
        Args: { ids?: string[] | null }
        Returns: number
      }
      /** Lines of a bank statement (camt.053 or CSV): [{reference, booked_on, amount (above 0 came in), currency, end_to_end_id?, name?, note?, provider?}]; closing: {day, balance}. A line whose end_to_end_id is a withdrawal's completes it where the amount is the same; one that names a payment provider posts its payout; the others are kept for staff (list_bank_lines, assign_bank_line). Each reference counts once. Answers each line's outcome. Errors: must_login, not_allowed, demo_mode, statement_invalid. */
      match_statement: {
        Args: { entries: Json; closing?: Json | null }
        Returns: Database['public']['CompositeTypes']['bank_match'][]
      }
      /** A driver writes up to 1000 characters to the desk, which sees them on its attention list until it answers; twenty a minute, a repeated client_key sends once. Errors: must_login, account_suspended, require_approval, not_a_driver, message_invalid, too_many_requests. */
      message_desk: {
        Args: { message: string; client_key?: string | null }
        Returns: Database['public']['Tables']['desk_messages']['Row']
      }
      /** An admin writes up to 500 characters to the driver of a booking under way: a notice on their screen and a push. Audited, twenty a minute; a repeated client_key sends once. Errors: must_login, not_allowed, demo_mode, booking_not_found, wrong_status, message_invalid, too_many_requests. */
      message_driver: {
        Args: { booking_id: string; message: string; client_key?: string | null }
        Returns: undefined
      }
      /** What we held at the end of each day, and whether it is closed; 401 days at most. Errors: must_login, not_allowed. */
      money_days: {
        Args: { from_day?: string | null; to_day?: string | null }
        Returns: { day: string; held: number; is_closed: boolean }[]
      }
      /** What moved from one day to another (both counted; this month up to today without them): for each account a row with kind null, {part: hold | owe | earned, account, opening, came_in, went_out, closing}, and one for each kind of transaction that moved it, without opening and closing. closing = opening + came_in - went_out, and hold = owe + earned in each column. Every figure is the sum of ledger_rows with the same of_account and of_kind: opening up to the day before from_day, closing up to to_day, came_in with direction in, went_out with out. Errors: must_login, not_allowed. */
      money_desk: {
        Args: { from_day?: string | null; to_day?: string | null }
        Returns: {
          part: string
          account: string
          kind: string
          opening: number
          came_in: number
          went_out: number
          closing: number
          entries_in: number
          entries_out: number
        }[]
      }
      /** How far the books are closed and locked, and whether wallets and ledger agree. Errors: must_login, not_allowed. */
      money_status: {
        Args: never
        Returns: Database['public']['CompositeTypes']['money_state']
      }
      /** The caller's alarm that the desk has not closed: {id, since, has_place}; no row where there is none. Errors: must_login, user_issue_contact_admin. */
      my_alarm: {
        Args: never
        Returns: Database['public']['CompositeTypes']['raised_alarm'][]
      }
      /** The calling driver's open shift, or no row. Errors: must_login, account_suspended, require_approval, not_a_driver. */
      my_shift: {
        Args: never
        Returns: Database['public']['CompositeTypes']['driver_shift'][]
      }
      /** Up to 20 free drivers around a point, the nearest of each car type among them: car type, position to about 100 m, heading, kilometres, seconds until the car would be there. Never who they are. Sixty calls a minute. Errors: too_many_requests. */
      nearby_drivers: {
        Args: { lat: number; lng: number }
        Returns: {
          car_type_id: string
          lat: number
          lng: number
          heading: number
          distance_km: number
          pickup_secs: number
        }[]
      }
      /** The rider did not come within settings.free_wait. The highest slab is charged where the trail shows that the car waited at the pickup, else once the desk agrees (no_show_fees). Errors: not_a_driver, require_approval, booking_not_found, wrong_status, no_show_too_early, not_at_pickup. */
      no_show: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Keeps what the provider answered when a payment began: its reference, until when it takes money, and how the customer goes on. From then on the provider is asked until the payment is decided. Answers payment_view. Errors: payment_not_found. */
      note_payment: {
        Args: { payment_id: string; provider_ref?: string | null; expires_at?: string | null; next?: Json | null }
        Returns: Json
      }
      /** How far a notification has come: devices that wait, have it, were given up. All 0 before it is sent, and once the outbox has forgotten it. Errors: must_login, not_allowed. */
      notification_progress: {
        Args: { notification_id: string }
        Returns: { queued: number; sent: number; dead: number }[]
      }
      /** How many devices a notification to these people (All, rider, driver) and devices (All, ANDROID, IOS) would reach now. Errors: must_login, not_allowed, no_user_match. */
      notification_receivers: {
        Args: { usertype?: string | null; devicetype?: string | null }
        Returns: number
      }
      /** Looks for a driver if the last search is over; for the rider's page. Answers the booking. Errors: must_login, booking_not_found. */
      nudge_dispatch: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The rider says, within 7 days, why a no-show fee is wrong; the desk then decides. Safe to call twice. Answers the fee. Errors: must_login, no_show_fee_not_found, no_show_fee_decided, objection_too_late, reason_required. */
      object_to_no_show: {
        Args: { booking_id: string; reason: string }
        Returns: Database['public']['Tables']['no_show_fees']['Row']
      }
      /** A rider tells the desk, within 30 days of a trip's end, of something lost (with how to reach them, up to 200 characters), the fare or something else, in up to 2000 characters; one open case of a kind and booking. A repeat answers the open one. Errors: must_login, booking_not_found, wrong_status (not over), select_proper, message_invalid, case_reach_missing, case_too_late, case_open, too_many_requests. */
      open_case: {
        Args: { booking_id: string; kind: string; message: string; reach?: string | null }
        Returns: Database['public']['Tables']['cases']['Row']
      }
      /** Later bookings that the caller may claim, the soonest 100: areas of 300 m instead of places, the way to 100 m, and what it brings, as an offer says it. Errors: must_login, account_suspended, require_approval, not_a_driver. */
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
      /** Puts the reasons in this order; one that ids leaves out, such as one that was just added, follows at its place. Errors: must_login, not_allowed, demo_mode. */
      order_cancel_reasons: {
        Args: { ids: string[] }
        Returns: undefined
      }
      /** Gives the car types their places in the list, from 1; one that ids leaves out keeps its own. Errors: must_login, not_allowed, demo_mode. */
      order_car_types: {
        Args: { ids: string[] }
        Returns: undefined
      }
      /** An admin lets the driver whose code is locked go on without it, once: a ride to its start, a parcel to its handing over. Audited, and noted in the history when used; safe to call twice. Errors: must_login, not_allowed, demo_mode, booking_not_found, wrong_status, reason_required, start_code_not_locked. */
      override_start_code: {
        Args: { booking_id: string; reason: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The caller's invitation code and what came of it; numbers alone, nobody's name. Errors: must_login. */
      own_referrals: {
        Args: never
        Returns: Database['public']['CompositeTypes']['own_referrals']
      }
      /** Where the caller is signed in, this device first, then the one used last. Errors: must_login. */
      own_sessions: {
        Args: never
        Returns: Database['public']['CompositeTypes']['own_session'][]
      }
      /** What the caller has, and what of it may be taken out when. Errors: must_login. */
      own_wallet: {
        Args: never
        Returns: Database['public']['CompositeTypes']['own_wallet']
      }
      /** The rider pays a PENDING or PAYMENT_PENDING booking with the wallet, its bonus first: all of it, or what the wallet has; payable_amount then says what is left for cash or card. Answers the booking; safe to call twice. Errors: must_login, booking_not_found, wrong_status, insufficient_balance. */
      pay_with_wallet: {
        Args: { booking_id: string; client_key?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The token of the saved card that is to pay a payment: {token, customer}. Null where it is paid in another way, or the card was removed meanwhile. */
      payment_card: {
        Args: { payment_id: string }
        Returns: Json
      }
      /** The payment view with next, how it goes on while it is undecided; with customer_id only for that customer. Errors: payment_not_found. */
      payment_view: {
        Args: { payment_id: string; customer_id?: string | null }
        Returns: Json
      }
      /** Open withdrawals with bank details, of a run or all, for a payment file (pain.001 or CSV), in the order of their ids; the last row's withdrawal_id as after_id gives the next page. sent_at: when one stood in a file before, so that it is not sent twice; from now on it did. What a file cannot carry must not count as sent: is_sent false only reads, and only_ids are those that went into the file, of which the answer says which another file took meanwhile. The bank says end_to_end_id again: match_statement. Errors: must_login, not_allowed, demo_mode. */
      payout_file: {
        Args: {
          run_id?: string | null
          after_id?: string | null
          page_size?: number | null
          only_ids?: string[] | null
          is_sent?: boolean | null
        }
        Returns: {
          withdrawal_id: string
          end_to_end_id: string
          user_id: string
          name: string
          bank_name: string
          bank_code: string
          bank_account: string
          amount: number
          currency: string
          requested_at: string
          sent_at: string
        }[]
      }
      /** Until when new withdrawals of a person wait, since bank details or a contact changed, for those who pay out; null where nothing waits. Errors: must_login, not_allowed. */
      payout_wait: {
        Args: { user_id: string }
        Returns: string
      }
      /** Where a person takes messages and is signed in, used last first, for admins. Errors: must_login, not_allowed. */
      person_devices: {
        Args: { user_id: string }
        Returns: Database['public']['CompositeTypes']['person_device'][]
      }
      /** For accounts/users: checks that the caller may make this account and that nobody has its address or number, and answers {id, made, user: what the auth server is asked to make}; made: this client_key was used, the account is there. facts: {usertype, first_name, last_name, email, mobile, approved (admins), staff_role (of admins), fleet_id, car_type_id, vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info (of drivers)}. Fleet admins twenty times an hour, drivers of their own alone, approved only while driver_approval is off. What is asked is logged. Errors: must_login, account_suspended, not_allowed, person_invalid, name_invalid, email_or_mobile_issue, user_exists, too_many_requests. */
      plan_account: {
        Args: { facts: Json; client_key: string }
        Returns: Json
      }
      /** How much waits on the pages of staff, up to 100 of each, which means 100 or more: bookings on the attention list (attention; with the permission desk; fleet admins count those of their fleet that it can do something about) open withdrawals (withdrawals; with payouts), and what waits on the money desk (money, as app.money_waiting; with money). Null is what the caller has no business with. Told as attention, withdrawal and money on the topics admin and fleet. Errors: must_login, not_allowed. */
      portal_counts: {
        Args: never
        Returns: { attention: number; withdrawals: number; money: number }[]
      }
      /** The private topic on which the driver of a trip sends its position: for its rider, its driver, its fleet's admin and admins, from ACCEPTED to STARTED; null else. Another one for each driver. Errors: must_login, not_allowed, booking_not_found. */
      position_topic: {
        Args: { booking_id: string }
        Returns: string
      }
      /** What rides would cost under a car type that need not be saved: tariff is a row of car_types as JSON, rides [{distance (km, or miles with settings.convert_to_mile), minutes, parcel_type_index?, option_index?}], at most 50. Answers one row for each, in their order, computed as a quote is, without zones and tariff windows. Errors: must_login, not_allowed, tariff_invalid, select_proper. */
      preview_fares: {
        Args: { tariff: Json; rides: Json }
        Returns: Database['public']['CompositeTypes']['previewed_fare'][]
      }
      /** What a promotion with these figures would take off a fare, for its form: {trip_cost, applies (the fare reaches min_order), discount_amount, payable_amount}. Saves nothing. Errors: must_login, not_allowed, amount_invalid. */
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
      /** What notification_progress says of a notification that was sent (a column of notifications): devices that wait, have it, were given up; null for drafts and for others than staff with the permission broadcast. */
      progress: {
        Args: { notification: Database['public']['Tables']['notifications']['Row'] }
        Returns: number[]
      }
      /** Whether a booking engages the driver now (a column of drivers); null for drivers the caller does not see. */
      queue: {
        Args: { driver: Database['public']['Tables']['drivers']['Row'] }
        Returns: boolean
      }
      /** Prices a measured route. quote: {car_type_id, pickup:{lat,lng,add,point_name?}, drop: likewise, waypoints:[…], distance_in_km, time_in_secs, polyline, parcel_type_index?, option_index?, trip_at?}; point_name is what the server's map calls a point, never from a client. Answers {quote_id, trip_cost, cash_amount, lines, tax, currency, expires_at}; cash_amount is trip_cost as it is paid in cash, tax is inside trip_cost, quote_id is null without a rider. Errors: select_proper, too_many_stops, no_route_found, zone_no_service. */
      quote_fare: {
        Args: { customer_id: string; quote: Json }
        Returns: Database['public']['CompositeTypes']['quoted_fare']
      }
      /** What the caller's wallet would pay of a quote now, what would be left for cash, and the most that a card would be reserved for and charged. Moves nothing: pay_with_wallet does, of the final fare. Errors: must_login, account_suspended, quote_not_found. */
      quote_payment: {
        Args: { quote_id: string }
        Returns: { wallet_balance: number; from_wallet: number; left_in_cash: number; card_hold: number }[]
      }
      /** A rider around a trip of theirs (from acceptance until 30 minutes after the end), or a driver at any time, calls the desk for help: attention_list shows it at once. A repeat updates the one alarm; a wrong or missing position is none, and the car's is shown. Answers {id, since, has_place}. Errors: must_login, user_issue_contact_admin, not_allowed, booking_not_found, wrong_status, too_many_requests. */
      raise_alarm: {
        Args: { booking_id?: string | null; lat?: number | null; lng?: number | null }
        Returns: Database['public']['CompositeTypes']['raised_alarm']
      }
      /** The rider rates the driver, with tags of app.rating_tags() and a comment if they like, or skips without stars, which completes the booking; the driver rates the rider. The other side learns of it when both have rated, or after 24 hours. Safe to call twice. Errors: must_login, booking_not_found, rating_invalid, wrong_status, already_rated. */
      rate_booking: {
        Args: { booking_id: string; stars?: number | null; comment?: string | null; tags?: string[] | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The ratings of a person (the caller without user_id): {userrating, count, details [{user, rate, booking_id, at}], comments [{comment, month}], tags {tag: how often}}, the last 200 of the first two; admins see with each comment user and booking_id. Errors: must_login, not_allowed. */
      rating_details: {
        Args: { user_id?: string | null }
        Returns: Database['public']['CompositeTypes']['rating_summary']
      }
      /** The ride ends and its fare stands; a parcel needs the code, or on its way back the driver at the sender's. An admin may end a trip that broke down, which is audited. Safe to call twice. accepted_at, client_key and at as in arrive_at_pickup; what is paid and reported keeps the server's time. Answers the booking, PENDING or PAID (@returns bookings). Errors: must_login, not_a_driver, require_approval, booking_not_found, job_changed, wrong_status, told_time_invalid, not_at_pickup, start_code_wrong, start_code_required, start_code_locked. */
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
      /** Where a person's withdrawals go, for admins; the access log notes who read it. No row where there is none. Errors: must_login, not_allowed, demo_mode. */
      read_bank_details: {
        Args: { user_id: string }
        Returns: Database['public']['Tables']['bank_details']['Row'][]
      }
      /** The conversation of a booking, for admins, oldest first; the access log notes who read it. Errors: must_login, not_allowed. */
      read_chat: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['chat_messages']['Row'][]
      }
      /** What a driver and the desk wrote each other, for admins, the latest 100, newest first. Errors: must_login, not_allowed. */
      read_talk: {
        Args: { driver_id: string }
        Returns: Database['public']['Tables']['desk_messages']['Row'][]
      }
      /** Where a provider's reports and our payments differ, from one day to another (both counted), the latest first: missing_here (they have it, we do not), missing_there (paid here, in no report of these days), amount_differs. What has been put right since is left out. theirs, ours and difference have the sign of what the provider owes us. The last row's at and ref as after_at and after_ref give the next page. Errors: must_login, not_allowed. */
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
          theirs: number
          ours: number
          difference: number
        }[]
      }
      /** What others say we have against our ledger, up to a day (today): bank (the latest statement), each provider (its reports; ours is what it owes us and has not paid out) and, of today, wallets (what people are shown). as_of: the day of what they said, null where they said nothing; open_lines: lines for staff. Errors: must_login, not_allowed. */
      reconciliation_sums: {
        Args: { on_day?: string | null }
        Returns: {
          source: string
          as_of: string
          they_say: number
          ours: number
          difference: number
          open_lines: number
        }[]
      }
      /** The desk books a chargeback that the provider told by mail: opened (of amount, or of all that is not disputed yet), won or lost; safe to call twice. It does what the provider's own word does. Answers the chargeback. Errors: must_login, not_allowed (also for one's own payment), demo_mode, payment_not_found, no_details_error, chargeback_refused. */
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
      /** A verified event of a provider, or its answer to a question. status: paid, authorized, pending, failed, voided, refunded, refund_failed, chargeback, chargeback_won, chargeback_lost; other words are kept. Only paid, of the stored amount and currency, pays, and each (provider, event_id) has one effect however often it comes. Without payment_id the payment is found by provider_ref or charge_ref. Answers {outcome, duplicate, payment_id, booking_id, booking_status}; outcomes: payment_events.outcome. Errors: no_provider_found. */
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
      /** Lines of a provider's report: [{line_ref, kind: charge | refund | chargeback | chargeback_won | fee | payout | adjustment, charge_ref (or our payment's id), gross (above 0 came to us), fee, currency, at}], 20,000 at most; each line_ref counts once. Matches them with what we have, books fees that no event told, and answers how many fitted; what did not: reconciliation(). Errors: must_login, not_allowed, demo_mode, no_provider_found, report_invalid. */
      record_provider_report: {
        Args: { provider: string; lines: Json }
        Returns: Database['public']['CompositeTypes']['report_result']
      }
      /** Spends a link and answers the payment view. Unknown, spent or old, or no longer payable: refuses by a body {code, message: checkout_expired, hint, details: the payment's id, where one is known}, which commits. */
      redeem_checkout: {
        Args: { token_hash: string }
        Returns: Json
      }
      /** Who invited persons that look invented, the most suspicious first, 200 at most, of bonuses paid since then (180 days without): {referrer_id, referred (persons invited whose bonus was paid), bonus (paid to both sides), spent (of it, on fares), drivers (of the trips that earned), same_driver (most trips of one of them), shared_devices (persons more than devices), similar_mailboxes (persons more than mailboxes, numbers in names left out), last_at, score}. For admins. Errors: must_login, not_allowed. */
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
      /** An admin gives money back after PAID, never more than was paid in all: from goodwill, or with reclaim_share from the driver's (and fleet's) share as far as it reaches. It goes to the wallet, or to the card where settings.refund_to is source. Answers {booking_id, transaction_id, amount, refunds: [{id, amount, status, reason, to}]}; a repeated client_key refunds once. Errors: must_login, not_allowed, demo_mode, booking_not_found, wrong_status, amount_invalid, refund_too_high, person_not_found (the rider has left), needs_approval. */
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
      /** Sends the caller's messages to this device from now on, and nobody else's. channels: what it wants to hear of, null keeps. Errors: must_login, push_token_invalid. */
      register_push_token: {
        Args: { token: string; platform: string; channels?: string[] | null }
        Returns: Database['public']['Tables']['push_tokens']['Row']
      }
      /** An admin says no, or takes back what they asked for; safe to call twice. Errors: must_login, not_allowed, demo_mode, approval_not_found, approval_closed. */
      reject: {
        Args: { id: string; reason?: string | null }
        Returns: Database['public']['Tables']['approvals']['Row']
      }
      /** An admin returns the money to the wallet; safe to call twice. Answers the request. Errors: must_login, not_allowed, demo_mode, withdrawal_not_found, withdrawal_closed. */
      reject_withdrawal: {
        Args: { id: string; reason?: string | null }
        Returns: Database['public']['Tables']['withdraw_requests']['Row']
      }
      /** Ends the wait after new bank details early, once the desk knows that the owner made the change. Answers until when it would have lasted. Errors: must_login, not_allowed (also for oneself), demo_mode, needs_approval. */
      release_payouts: {
        Args: { user_id: string; reason: string }
        Returns: string
      }
      /** Books that the tax due at the end of a month was paid from the bank, once for a month. on_day: what the payment is dated to (today), never in a locked period. Errors: must_login, not_allowed, demo_mode, day_not_over, period_locked, nothing_to_remit. */
      remit_tax: {
        Args: { month: string; on_day?: string | null }
        Returns: Database['public']['Tables']['tax_remittances']['Row']
      }
      /** Removes a saved card of the caller's, withdraws the consent and has the provider forget it. False where there is no such card of theirs, also the second time. Errors: must_login. */
      remove_card: {
        Args: { id: string }
        Returns: boolean
      }
      /** An admin takes an extra off, until the ride is paid; one that was in the fare already is computed out of it. Audited; driver and rider are told; safe to call twice. Errors: must_login, not_allowed, demo_mode, extra_not_found, wrong_status, reason_required. */
      remove_extra: {
        Args: { id: string; reason: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Names one of the caller's places, or takes its name away (null); a name given twice leaves the place that had it. Errors: must_login, address_invalid, address_not_found, too_many_addresses. */
      rename_address: {
        Args: { id: string; label: string }
        Returns: Database['public']['Tables']['saved_addresses']['Row']
      }
      /** report_positions for one point; without "at" it is true now. */
      report_position: {
        Args: { lat: number; lng: number; heading?: number | null; accuracy?: number | null; at?: string | null }
        Returns: number
      }
      /** Stores the caller's positions [{lat, lng, heading, accuracy, at}] (degrees, metres, time or ms). Points that arrive late are kept for the booking and the status of their time, up to a day after its end. Implausible or out-of-trip points are dropped; a jump above 200 km/h leaves the old position until three points over 20 s follow from one another. Answers how many were kept. Errors: not_a_driver, require_approval. */
      report_positions: {
        Args: { points: Json }
        Returns: number
      }
      /** A driver tells the desk of a problem on a trip that they accepted, from then until 30 days after its end: kind passenger, accident, vehicle, fare, found (something was left in the car) or something, with up to 2000 characters; one open case of a kind and booking. A repeat of a client_key, or of an open case, answers that case. Errors: must_login, account_suspended, require_approval, not_a_driver, booking_not_found, select_proper, message_invalid, case_too_late, case_open, too_many_requests. */
      report_problem: {
        Args: { booking_id: string; kind: string; message: string; client_key?: string | null }
        Returns: Database['public']['Tables']['cases']['Row']
      }
      /** Asks another admin for a credit (target_id: person), a refund (booking), a payout (withdrawal), a write-off (booking, person, or flagged event of a provider) or the end of a payout's wait (bank_release: person), or, for staff, so many rows beyond settings.export_limit (export: no target, amount rows). A repeated client_key answers the first. Errors: must_login, not_allowed (also for oneself), demo_mode, no_details_error. */
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
      /** The caller asks for money from the wallet, which leaves it at once; never more than there is without the bonus, card money and young tips. Answers the request; a repeated client_key the first. Errors: must_login, withdrawal_not_allowed, amount_invalid, payout_waits, insufficient_balance, not_withdrawable, too_many_requests (20 open). */
      request_withdrawal: {
        Args: { amount: number; client_key?: string | null }
        Returns: Database['public']['Tables']['withdraw_requests']['Row']
      }
      /** An admin has a request of stuck_payments made again, under the same name at the provider. False where it is not stuck, or a hold that is lost. Errors: must_login, not_allowed, demo_mode. */
      retry_payment: {
        Args: { job_id: number }
        Returns: boolean
      }
      /** A parcel nobody took in goes back to its pickup, for the fare that stands; reach_drop there needs no code. By the driver at the drop, or an admin. Safe to call twice. accepted_at, client_key and at as in arrive_at_pickup. Errors: must_login, not_a_driver, require_approval, booking_not_found, job_changed, not_a_delivery, wrong_status, told_time_invalid, not_at_drop. */
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
      /** What is unspent of a top-up goes back to its card, for settings.topup_lock_days; by its owner, or by an admin. Answers the refund, due until the provider confirms; a repeated client_key the first. Errors: must_login, not_allowed, demo_mode, payment_not_found, nothing_to_return. */
      return_topup: {
        Args: { payment_id: string; client_key?: string | null }
        Returns: Database['public']['Tables']['refunds']['Row']
      }
      /** What change_route would make of a booking, before it does: what is paid now and then (with promotion, rounding of cash and the driver's compensation, which is told beside), and whether the driver has to agree. Changes nothing. Errors: those of change_route. */
      route_change_quote: {
        Args: { booking_id: string; quote_id: string }
        Returns: { amount_before: number; amount_after: number; compensation: number; needs_driver: boolean }[]
      }
      /** Posts what drivers are charged and then asks for what each may be paid: the balance without bonus, card money and young tips; what is below zero is carried on. Once for a driver and ISO week. Takes 500 drivers a call: call again with the same client_key until finished_at is set. Answers the run; its rows: list_payout_rows. Errors: must_login, not_allowed, demo_mode. */
      run_payouts: {
        Args: { client_key?: string | null }
        Returns: Database['public']['Tables']['payout_runs']['Row']
      }
      /** Keeps a place under a name; the same name again (in any case) moves it there, so a repeat is safe. Errors: must_login, address_invalid, too_many_addresses. */
      save_address: {
        Args: { label: string; description: string; lat: number; lng: number }
        Returns: Database['public']['Tables']['saved_addresses']['Row']
      }
      /** Keeps the card that paid a payment, where its owner agreed at the checkout and has not removed it since. Answers the card's id; null where nothing is kept. Safe to call again. */
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
      /** Adds a shared car, or changes the one of id: {id?, fleet_id, car_type_id, vehicle_number, vehicle_make, vehicle_model, vehicle_color, seats, luggage, child_seats, wheelchair, mileage, retired, drivers: ids of the only ones who may take it, [] for all of the fleet}; a fleet admin's is of the own fleet, and of a car type that a driver of it has. What a shift drives now changes with the next one. Errors: must_login, not_allowed, demo_mode, vehicle_not_found, vehicle_exists, person_invalid. */
      save_shared_vehicle: {
        Args: { vehicle: Json }
        Returns: Database['public']['CompositeTypes']['shared_vehicle']
      }
      /** Adds a zone or replaces the one with this id. zone: {id?, name, kind, amount?, percent?, applies_to?, car_type_id?, active?, version?, geojson} (a Polygon, a MultiPolygon or a Feature of one). With an id of the caller's it is safe to repeat. Errors: must_login, not_allowed, demo_mode, zone_invalid, version_conflict. */
      save_zone: {
        Args: { zone: Json }
        Returns: Database['public']['Tables']['zones']['Row']
      }
      /** Writes to the other side of a booking; a repeated client_key answers the first message. Errors: must_login, chat_not_found, chat_closed, message_invalid, chat_too_fast. */
      send_chat_message: {
        Args: { booking_id: string; message: string; client_key?: string | null }
        Returns: Database['public']['Tables']['chat_messages']['Row']
      }
      /** Pushes a notification to every device it is meant for, once: a repeat answers the first time. Errors: must_login, not_allowed, demo_mode, notification_not_found, no_user_match. */
      send_notification: {
        Args: { notification_id: string }
        Returns: Database['public']['Tables']['notifications']['Row']
      }
      /** Mails the receipt of the caller's booking, and its credit notes, as a PDF to the address that the account proved; answers that address. Five times an hour. Errors: must_login, account_suspended, booking_not_found, receipt_not_issued, receipt_no_address, too_many_requests. */
      send_receipt: {
        Args: { booking_id: string }
        Returns: string
      }
      /** Texts the receipt of a paid street trip to the passenger: number, amount, tax and cab. Three times a trip. Errors: must_login, not_a_driver, booking_not_found, mobile_no_blank_error, wrong_status, receipt_not_issued, too_many_requests. */
      send_street_receipt: {
        Args: { booking_id: string; mobile: string }
        Returns: undefined
      }
      /** Why the caller may not stay signed in, though a token lives on: account_suspended, require_approval; null for who may. */
      session_refusal: {
        Args: never
        Returns: string
      }
      /** Lets somebody in, or suspends them for a reason that they may read: sessions end, a driver's offers and coming rides go to others, a trip under way is finished; a driver has a notice of it. Safe to call twice. Errors: must_login, account_suspended, not_allowed, person_not_found. */
      set_approved: {
        Args: { user_id: string; approved: boolean; reason?: string | null }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      /** Keeps the caller's bank details; all empty deletes them (answers null). A change is announced to the caller, and withdrawals wait for settings.bank_change_hours. Errors: must_login, bank_fields_off, bank_details_invalid. */
      set_bank_details: {
        Args: { bank_name: string; bank_code: string; bank_account: string }
        Returns: Database['public']['Tables']['bank_details']['Row']
      }
      /** The driver's picture of a parcel, uploaded to the bucket bookings before: kind pickup (from ARRIVED) or deliver (from STARTED), until PAID, path <booking id>/<kind>_image. Errors: not_a_driver, require_approval, booking_not_found, image_invalid, image_capture_off, wrong_status. */
      set_booking_image: {
        Args: { booking_id: string; kind: string; path: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Goes on duty, with the place where the driver is ({lat, lng, heading, accuracy, at} as report_positions takes it), or off duty. Errors: not_a_driver, require_approval, no_car, outside_service_area, position_needed (no usable position, or none with settings.duty_needs_position), shift_required (settings.shift_mileage or shift_photos asks for a shift first). */
      set_driver_active: {
        Args: { active: boolean; place?: Json | null }
        Returns: Database['public']['Tables']['drivers']['Row']
      }
      /** The caller's picture, uploaded to the bucket users before: path <own id>/profileImage, or null for none. Errors: must_login, image_invalid. */
      set_profile_image: {
        Args: { path?: string | null }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      /** Says where trips begin, as the box of the map region (degrees); without arguments everywhere. Errors: service_area_invalid. */
      set_service_area: {
        Args: { west?: number | null; south?: number | null; east?: number | null; north?: number | null }
        Returns: undefined
      }
      /** Gives another admin a role: owner, finance, support or dispatcher (docs/staff.md). Safe to call twice. Errors: must_login, not_allowed, demo_mode, person_not_found, person_invalid. */
      set_staff_role: {
        Args: { user_id: string; staff_role: string }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      /** The caller's {tax_number, vat_number, tax_country, birth_date, street, postal_code, city}, all of it at once. Errors: must_login, account_suspended, tax_details_invalid. */
      set_tax_details: {
        Args: { details: Json }
        Returns: Database['public']['Tables']['tax_details']['Row']
      }
      /** What a change of settings meets: whether the currency is locked; drivers who wait for approval or are below zero, bookings that search for a driver or are for later, quotes that still hold, withdrawals that riders asked for; each counted up to 1000. Errors: must_login, not_allowed. */
      settings_facts: {
        Args: never
        Returns: Database['public']['CompositeTypes']['counted_facts']
      }
      /** The rider's secret for a link to a trip that is not over, for shared_trip; the same one each time until unshare_trip, another one after it. Errors: must_login, booking_not_found, wrong_status. */
      share_trip: {
        Args: { booking_id: string }
        Returns: string
      }
      /** A shared trip for whoever has its secret, until an hour after its end: {status, category, trip_at, started_at, reached_at, pickup, drop, polyline, driver {name, vehicle_make, vehicle_model, vehicle_color, vehicle_number}, position {lat, lng, heading, at}, progress (as trip_progress), pickup_eta, drop_eta, start_code, requirements}; position and progress while the car is under way, code and requirements by the guest's own link alone, the code until the start. Nobody's contacts, surname or price. Errors: share_not_found, share_ended, share_over. @returns shared_journey */
      shared_trip: {
        Args: { token: string }
        Returns: Database['public']['CompositeTypes']['shared_journey']
      }
      /** Shared cars: to a driver those that they may take, of the own fleet (of the operator, without one), to staff all, to a fleet admin the fleet's. Errors: must_login, account_suspended, require_approval, not_allowed. */
      shared_vehicles: {
        Args: never
        Returns: Database['public']['CompositeTypes']['shared_vehicle'][]
      }
      /** The driver keeps who took a parcel in, and how they signed (path of an SVG: M and L, whole numbers); safe to call twice. Errors: not_a_driver, require_approval, booking_not_found, not_a_delivery, wrong_status, name_invalid, signature_invalid. */
      sign_delivery: {
        Args: { booking_id: string; received_by: string; signature?: string | null }
        Returns: undefined
      }
      /** Signs a person out everywhere: for a phone that was lost. Errors: must_login, not_allowed, demo_mode, person_not_found. */
      sign_out_person: {
        Args: { user_id: string }
        Returns: undefined
      }
      /** Takes the form of a newcomer for accounts/signup, which limits how often it is asked, and answers its id for finish_sign_up. facts: {usertype: rider or driver, first_name, last_name, email, mobile, referral_id} and of drivers {car_type_id, vehicle_make, vehicle_model, vehicle_color, vehicle_number, seats, luggage, child_seats (whole numbers), wheelchair (true or false)}; others are ignored. Errors: person_invalid, name_invalid, email_or_mobile_issue, referral_invalid. */
      sign_up: {
        Args: { facts: Json }
        Returns: string
      }
      /** Keeps the hash of a link that sends this customer to pay this payment, once, within 15 minutes; an earlier unused link ends. Answers until when. Errors: payment_not_found, payment_closed, no_details_error. */
      start_checkout: {
        Args: { payment_id: string; customer_id: string; token_hash: string }
        Returns: string
      }
      /** The rider's five digits for the driver; null where none is needed or no longer. Errors: must_login, booking_not_found. */
      start_code: {
        Args: { booking_id: string }
        Returns: string
      }
      /** The calling driver begins a shift, with a shared car or (null) the own, its mileage, which settings.shift_mileage asks for, pictures of it (up to 8 in the bucket shifts, uploaded before), which settings.shift_photos asks for, and a note on damage; bookings accepted from now on show that car, and dispatch counts on what it carries. Safe to call twice. Errors: must_login, account_suspended, require_approval, not_a_driver, shift_open, driver_busy, vehicle_not_found, vehicle_in_use, mileage_required, mileage_invalid, photos_required, image_invalid, message_invalid. */
      start_shift: {
        Args: { vehicle_id?: string | null; mileage?: number | null; photos?: string[] | null; note?: string | null }
        Returns: Database['public']['CompositeTypes']['driver_shift']
      }
      /** Whoever has the pay link of a street trip pays what is open of it: keeps the payment and the hash of the link that sends them to its provider. Answers the payment view. Errors: booking_not_found, no_provider_found, wrong_status, nothing_to_pay, payment_running, payment_closed, no_details_error, too_many_requests. */
      start_street_checkout: {
        Args: { pay_token: string; provider: string; token_hash: string; client_key?: string | null }
        Returns: Json
      }
      /** A driver on duty drives somebody who did not book: a booking with source street, STARTED, without customer, quote and drop, which is where it ends by reach_drop; always metered, without code, promotion and referral. lat and lng are where the car is. A repeated client_key answers the first. Errors: must_login, account_suspended, require_approval, not_a_driver, street_trips_off, driver_offline, no_car, driver_busy, document_expired, unpaid_booking, position_needed, outside_service_area, zone_no_service. */
      start_street_trip: {
        Args: { lat: number; lng: number; client_key?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** The ride begins, in a taxi with the rider's code; safe to call twice. A wrong code that is repeated with the key of its press is refused again and counts once. accepted_at, client_key and at as in arrive_at_pickup. Answers the booking (@returns bookings). Errors: not_a_driver, require_approval, booking_not_found, job_changed, wrong_status, told_time_invalid, start_code_wrong, start_code_required, start_code_locked. */
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
      /** The bill of a street trip for whoever has its pay link, without places and people. Errors: booking_not_found. */
      street_bill: {
        Args: { token: string }
        Returns: Database['public']['CompositeTypes']['street_bill']
      }
      /** What the meter of a street trip says now, or said at its end: {distance_km, secs, trip_cost, lines}. Errors: must_login, booking_not_found. */
      street_fare: {
        Args: { booking_id: string }
        Returns: Database['public']['CompositeTypes']['street_meter']
      }
      /** The payment view (payment_view) of the last payment that a pay link began, or of the one that paid. Errors: payment_not_found. */
      street_payment_view: {
        Args: { pay_token: string }
        Returns: Json
      }
      /** For the desk: requests that a provider refused, or did not answer for three days, newest first: refunds that stay due, holds that were not captured or released, cards that were not forgotten. created_at: since when it is owed; note: what the provider said last; choices: retry (retry_payment), or an outcome of close_stuck_payment. The last row's created_at and job_id as after_at and after_id give the next page. Errors: must_login, not_allowed. */
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
          gave_up_at: string
          choices: string[]
        }[]
      }
      /** Hands in a paper while the application with this form waits, uploaded to where accounts/papers said. Errors: application_not_found, document_invalid. */
      submit_application_paper: {
        Args: { sign_up_id: string; kind: string; path: string; expires_on: string; number?: string | null }
        Returns: undefined
      }
      /** Hands in a licence, an insurance or the registration of the car for verification, with the number on it; what waits is replaced. driver_id: for a driver, by admins and the fleet admin. Errors: must_login, not_allowed, person_not_found, not_a_driver, document_invalid. */
      submit_document: {
        Args: { kind: string; path: string; expires_on: string; driver_id?: string | null; number?: string | null }
        Returns: Database['public']['Tables']['driver_documents']['Row']
      }
      /** Leases up to limit_count (1000 at most) due messages for a minute, for a sender that answers each with finish_outbox. push: {token, platform, lang, channelId, title, msg, params, screen, booking_id, plain, format: {symbol, swipe_symbol, decimal, time_zone}}; sms: {phone, lang, msg, code}, for guest_ride with {link_token, params}, or like mail; mail: {email, lang, title, msg, params, format}; file: {bucket, path}. ttl_seconds: after which nobody wants it. */
      take_outbox: {
        Args: { limit_count?: number | null }
        Returns: { id: number; kind: string; payload: Json; attempt: number; created_at: string; ttl_seconds: number }[]
      }
      /** Leases up to job_limit (200 at most) due requests to providers for two minutes. ask: what became of the payment; refund: amount of it, under refund_id; capture: amount of its hold; void: release its hold; forget: the saved card {token, customer}. payment: the payment view. is_repeated: an earlier try may have reached the provider; refunds_done: what it gave back of the payment by other refunds. What the provider says goes to record_payment_event, then finish_payment_job ends the lease. */
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
        }[]
      }
      /** Counts a use, or as many as it costs; false once more than limit_count happened within window_secs. */
      take_rate_limit: {
        Args: { bucket: string; limit_count: number; window_secs: number; cost?: number | null }
        Returns: boolean
      }
      /** Leases street trips whose way is due to be compared with the roads, with at most 25 points of their trail each; check_street_trip ends it, else it is due again later, for almost three days. */
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
      /** What every driver earned in a year, four rows each, one a quarter, by the ledger in settings.time_zone: shaped for reports of platforms to tax offices (DAC7, OECD DPI). In the order of driver_id; the last one as after_id gives the next page of page_size drivers. Logged as reading bank details. Errors: must_login, not_allowed, demo_mode, list_invalid. */
      tax_report: {
        Args: { year: number; after_id?: string | null; page_size?: number | null }
        Returns: Database['public']['CompositeTypes']['driver_year'][]
      }
      /** The rider thanks the driver from the wallet without its bonus, after paying; all of it is the driver's. Answers the booking with tip_amount; a repeated client_key tips once. Errors: must_login, booking_not_found, wrong_status, amount_invalid, insufficient_balance, person_not_found (the driver has left). */
      tip_driver: {
        Args: { booking_id: string; amount: number; client_key?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Every account from one day to another (both counted, in settings.time_zone; this month up to today without them): {account, opening, debit, credit, closing}. closing = opening - debit + credit; positive is what the operator owes or has earned. Each column of balances adds up to zero, debit to credit. Wallets are one account per role (wallet.rider, wallet.driver, wallet.fleetadmin, bonus.rider, …), held money is one, clearing and refunds due are one per provider. Errors: must_login, not_allowed. */
      trial_balance: {
        Args: { from_day?: string | null; to_day?: string | null }
        Returns: { account: string; opening: number; debit: number; credit: number; closing: number }[]
      }
      /** Between which times a later booking may begin, now. Errors: account_suspended. */
      trip_at_limits: {
        Args: never
        Returns: { earliest: string; latest: string }[]
      }
      /** What the caller may do with a booking now (actions: cancel, no_show, chat, assign, override_code, end_trip, pay_with_wallet, confirm_cash, share, unshare, change_route, return_to_sender, end_guest_link, add_extra, and for the desk withdraw_offer, message_driver, remove_extra, refund), until when a rider cancels without a fee, when the driver may leave a rider who does not come, when the search for a later booking begins, what is to be paid in cash, and for admins how much can still be refunded; to a driver at the pickup from when waiting earns something, and how much an hour. Errors: must_login, booking_not_found. */
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
        }[]
      }
      /** How far it still is, to the pickup while the driver comes and then to the drop: {to (the next place: pickup, stop or drop), remaining_km, remaining_secs, by (way: along the quoted way; beeline: guessed, as before the start and off the way), at (of the position), eta? and near? (within 300 m of the next place; both only within two minutes of the position), share? (of the way, 0 to 1), off_route?, off_route_m?}; {to} alone where nobody knows where the car is, null while no car is under way. Errors: must_login, booking_not_found. */
      trip_progress: {
        Args: { booking_id: string }
        Returns: Database['public']['CompositeTypes']['trip_outlook']
      }
      /** The way a trip went, as far as it was recorded: {distance_km, silent_km, flags, points, left_out {still, leap, vague}, polyline (precision 5), gaps [{since, until, secs}], sample (at most 25 of {lat, lng, at}), expired?}. Empty before the start, and 180 days after the end, when trails are forgotten: expired. Errors: must_login, booking_not_found. */
      trip_trail: {
        Args: { booking_id: string }
        Returns: Database['public']['CompositeTypes']['recorded_trail']
      }
      /** The rider's link stops working; silent where there is none. Errors: must_login, booking_not_found. */
      unshare_trip: {
        Args: { booking_id: string }
        Returns: undefined
      }
      /** Changes the caller's own names, contacts and language; null keeps. An address changes by auth.updateUser and its code alone (email_unproved; email_locked where it was given at sign-up); a new number is a contact, unproved (mobile_verified). reg_type locks the number (mobile, admin, registration). Errors: must_login, profile_incomplete, name_invalid, mobile_locked, mobile_no_blank_error, email_locked, email_unproved, proper_email. */
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
      /** Changes the settings that patch names, {key: value}; numbers may come as text. With a version it is refused where the settings have another by now. An invalid radius or number of decimals falls back to its default. Errors: must_login, not_allowed, demo_mode, proper_bonus, currency_locked, time_zone_invalid, settings_invalid, version_conflict. */
      update_settings: {
        Args: { patch: Json }
        Returns: Database['public']['Tables']['settings']['Row']
      }
      /** What refers to a promotion (open quotes lose it) or a cancel reason (bookings keep the words): for a question before deleting; 100 means 100 or more. Errors: must_login, not_allowed, list_invalid. */
      usage_of: {
        Args: { kind: string; id: string }
        Returns: { used_by: string; uses: number }[]
      }
      /** Whether somebody invites by this code. For the service role, which limits how often it is asked. */
      validate_referrer: {
        Args: { referral_id: string }
        Returns: boolean
      }
      /** The last hundred shifts with a shared car, the latest first: who drove, from when until when, mileage, note on damage and pictures (bucket shifts). For staff; a fleet admin asks for cars of the own fleet. Errors: must_login, not_allowed, vehicle_not_found. */
      vehicle_shifts: {
        Args: { vehicle_id: string }
        Returns: Database['public']['CompositeTypes']['vehicle_shift'][]
      }
      /** Takes a document as valid, or not, and tells the driver; safe to call twice. version: the eTag of the picture that was looked at, of what was handed in by default. Errors: must_login, not_allowed, document_not_found, document_changed, document_invalid. */
      verify_document: {
        Args: { document_id: string; verified?: boolean | null; note?: string | null; version?: string | null }
        Returns: Database['public']['Tables']['driver_documents']['Row']
      }
      /** Why a driver was not asked for bookings near them within the last hours (24; 168 at most), newest first, the last 200: for admins, and without other fleets' bookings and without distances for the driver's fleet admin. Errors: must_login, not_allowed, person_not_found. */
      why_not_asked: {
        Args: { driver_id: string; hours?: number | null }
        Returns: Database['public']['CompositeTypes']['dispatch_answer'][]
      }
      /** For an hour of the last day, a line for each booking that was searched for near the calling driver, newest first: when, to the minute, the area of its pickup (300 m), and whether the driver was asked and what became of it (open, accepted, declined, lapsed, withdrawn), else why not, as dispatch_waves.exclusions names it, or not_available_nearby. times: how many searches. Errors: must_login, account_suspended, require_approval, not_a_driver, hour_invalid. */
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
      /** An admin takes back the offer to a driver whom the desk asked, or to all of them, before it is answered; the driver is told and the search goes on. Safe to call twice. Answers the booking. Errors: must_login, not_allowed, booking_not_found, wrong_status (it was accepted). */
      withdraw_offer: {
        Args: { booking_id: string; driver_id?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      /** Gives up a debt: the rest of a PENDING booking, which becomes PAID, so that its driver is paid, or what a person's wallet is below zero. on_day: what it is dated to (today), never in a locked period. Safe to call twice; above settings.credit_limit two people decide (request_approval(write_off, …)). Errors: must_login, not_allowed (also for oneself), demo_mode, no_details_error, booking_not_found, person_not_found, nothing_owed, payment_running (a reserved card is being charged), period_locked, needs_approval. */
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
      offer_status: 'open' | 'accepted' | 'declined' | 'lapsed' | 'withdrawn'
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
      /** A driver as assignable_drivers lists them. */
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
      /** One answer of assign_drivers; message and hint say why there was no offer. */
      assignment_result: {
        assigned: boolean | null
        booking_id: string | null
        driver_id: string | null
        hint: string | null
        message: string | null
      }
      /** What match_statement answers for each line; outcome: bank_lines.outcome. */
      bank_match: {
        duplicate: boolean | null
        outcome: string | null
        provider: string | null
        reference: string | null
        transaction_id: number | null
        withdrawal_id: string | null
      }
      /** What booking_hold answers. ceiling: the most that a card would be charged, null where nothing can be reserved any more; from_at: when it can be; status, amounts and expires_at: of the hold that is, null without one. */
      booking_hold: {
        authorized_amount: number | null
        captured_amount: number | null
        ceiling: number | null
        expires_at: string | null
        from_at: string | null
        status: string | null
      }
      /** What refund_booking answers: what was given back at once, and all refunds of the booking. */
      booking_refund: {
        amount: number | null
        booking_id: string | null
        refunds: Json | null
        transaction_id: number | null
      }
      /** What settings_facts answers. */
      counted_facts: {
        currency_locked: boolean | null
        drivers_below_zero: number | null
        drivers_waiting: number | null
        open_quotes: number | null
        rider_withdrawals: number | null
        searching: number | null
        upcoming: number | null
      }
      /** What car_type_uses answers. */
      counted_uses: {
        bookings: number | null
        bookings_this_month: number | null
        drivers: number | null
        tariff_windows: number | null
        zones: number | null
      }
      /** A booking near a driver: whether the driver was asked, and reason: what became of it (open, accepted, declined, lapsed, withdrawn) or why not, as dispatch_waves.exclusions names it. times: how many searches say so. */
      dispatch_answer: {
        asked: boolean | null
        at: string | null
        booking_id: string | null
        distance_km: number | null
        reason: string | null
        reference: string | null
        times: number | null
      }
      /** One wave, as dispatch_log tells it; null is what is not for the caller. */
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
      /** How an application stands: state is waiting, approved or refused; car_missing names columns of drivers; papers is [{kind, status, expires_on, created_at, note}] as in driver_documents. */
      driver_application: { car_missing: string[] | null; papers: Json | null; state: string | null }
      /** What driver_account answers. owed: to the driver; owing: by the driver, who kept more cash than the share; cash_to_confirm: of rides that wait for confirm_cash; settled_on: the next payout run, null where staff starts it; blocks: whether rides in cash are refused that would take the wallet below zero. */
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
      /** What driver_statement answers. */
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
      /** What tax_report answers: a quarter of a driver. activities: rides paid; consideration: what the driver was credited for them, with tips and parts of cancellation fees, less what was taken back; fees: what the operator earned by them; taxes: what was kept as tax; fleet_share: what went on to the fleet; charges: rent and the like. */
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
      /** What explain_fare answers. */
      fare_explanation: {
        booking_id: string | null
        cash_rounding: Json | null
        code: string | null
        final: Json | null
        flags: string[] | null
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
      /** What dashboard_totals answers: convenience fees of the day, the month and all times, and what to hold them against. */
      gross_earnings: {
        last_month: number | null
        thirty_before: number | null
        thirty_days: number | null
        this_month: number | null
        today: number | null
        total: number | null
        yesterday: number | null
      }
      /** What ledger_rows answers: an entry with its transaction, its booking's reference and its wallet's owner. */
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
      /** A row of promos as list_promos answers it, with its state: running, ended (after its last day) or used_up. */
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
      /** Drivers in a part of the map, side by side, as drivers_for_map answers them. */
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
      /** What money_status answers. next_day: what close_day takes next, null where nothing is over; wallets: the ledger's sum of all wallets, and profiles what people are shown; off_by: the sum of the whole ledger, which is 0. */
      money_state: {
        closed_until: string | null
        locked_until: string | null
        next_day: string | null
        off_by: number | null
        profiles: number | null
        today: string | null
        wallets: number | null
      }
      /** What own_referrals answers. bonus: what each side receives now; invited: who signed up with the code; rewarded and earned: of those who rode since. */
      own_referrals: {
        bonus: number | null
        code: string | null
        earned: number | null
        invited: number | null
        left_this_month: number | null
        rewarded: number | null
      }
      /** A device that is signed in: name is what its browser says of itself. */
      own_session: {
        id: string | null
        is_current: boolean | null
        name: string | null
        seen_at: string | null
        since: string | null
      }
      /** What own_wallet answers. bonus: the part of balance that fares alone spend; free: the rest, never below 0; withdrawable: what of that may be taken out; locked_topups: what came from a card and goes back only there (settings.topup_lock_days); locked_tips: tips from a card or a top-up that are too young (settings.tip_lock_days); waits_until: no withdrawal is taken before, null where nothing waits. */
      own_wallet: {
        balance: number | null
        bonus: number | null
        free: number | null
        locked_tips: number | null
        locked_topups: number | null
        may_withdraw: boolean | null
        waits_until: string | null
        withdrawable: number | null
      }
      /** What record_payment_event answers. */
      payment_effect: {
        booking_id: string | null
        booking_status: Database['public']['Enums']['booking_status'] | null
        duplicate: boolean | null
        outcome: string | null
        payment_id: string | null
      }
      /** A phone that takes messages (kind push; name is its platform, channels what it wants to hear of) or a browser that is signed in (kind session; name is what it says of itself). */
      person_device: {
        channels: string[] | null
        kind: string | null
        name: string | null
        seen_at: string | null
        since: string | null
      }
      /** What preview_fares answers for a ride; lines as compute_fare makes them, the fee one of its own. */
      previewed_fare: {
        convenience_fees: number | null
        driver_share: number | null
        lines: Json | null
        ride_cost: number | null
        tax: number | null
        trip_cost: number | null
      }
      /** What preview_promo answers: whether the fare is enough for the promotion, and what it takes off. */
      previewed_promo: {
        applies: boolean | null
        discount_amount: number | null
        payable_amount: number | null
        trip_cost: number | null
      }
      /** What quote_fare answers. */
      quoted_fare: {
        cash_amount: number | null
        currency: string | null
        expires_at: string | null
        lines: Json | null
        quote_id: string | null
        tax: number | null
        trip_cost: number | null
      }
      /** What somebody who called for help is told: since when the desk knows, and whether it sees where they are. */
      raised_alarm: { has_place: boolean | null; id: string | null; since: string | null }
      /** What rating_details answers; details and comments are the last 200 of each. */
      rating_summary: {
        comments: Json | null
        count: number | null
        details: Json | null
        tags: Json | null
        userrating: number | null
      }
      /** What booking_receipts answers: a receipt with the names that the booking still has. */
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
      }
      /** What trip_trail answers. */
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
      /** What record_provider_report answers: how many lines came, were new, and what became of the new ones. */
      report_result: {
        amount_differs: number | null
        lines: number | null
        matched: number | null
        missing_here: number | null
        new_lines: number | null
      }
      /** Who drives a shared trip, by the first name, and in what. */
      shared_driver: {
        name: string | null
        vehicle_color: string | null
        vehicle_make: string | null
        vehicle_model: string | null
        vehicle_number: string | null
      }
      /** What shared_trip answers. */
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
      /** An end of a shared trip. */
      shared_place: { add: string | null; lat: number | null; lng: number | null }
      /** Where the car of a shared trip is. */
      shared_position: { at: string | null; heading: number | null; lat: number | null; lng: number | null }
      /** A shared car, who drives it now (driver_id, driver_name, since), and who alone may (drivers: [{id, name}], empty for every driver of the fleet). A driver reads of other drivers only since. */
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
      /** One answer of confirm_steps; message and hint say why the step was refused. */
      step_result: {
        booking_id: string | null
        client_key: string | null
        done: boolean | null
        hint: string | null
        message: string | null
      }
      /** What the pay link of a street trip shows. amount: what is left to pay. */
      street_bill: {
        amount: number | null
        company: string | null
        currency: string | null
        distance_km: number | null
        lines: Json | null
        reached_at: string | null
        reference: string | null
        started_at: string | null
        status: string | null
        tax: number | null
        total: number | null
        vehicle_number: string | null
      }
      /** What the meter of a street trip says. */
      street_meter: { distance_km: number | null; lines: Json | null; secs: number | null; trip_cost: number | null }
      /** A silence of a device, which was filled in. */
      trail_gap: { secs: number | null; since: string | null; until: string | null }
      /** A point of a trail that counts. */
      trail_point: { at: string | null; lat: number | null; lng: number | null }
      /** What trip_progress answers; all null while nobody is on the way. */
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
      /** What add_to_wallet answers. */
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
