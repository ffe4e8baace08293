// Generated from the database by scripts/generate-types.ts; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      audit_log: {
        Row: {
          action: string
          actor_id: string | null
          actor_role: string
          after: Json | null
          at: string
          before: Json | null
          id: number
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
      bank_details: {
        Row: { bank_account: string; bank_code: string; bank_name: string; updated_at: string; user_id: string }
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
      booking_events: {
        Row: {
          actor_id: string | null
          actor_role: string
          at: string
          booking_id: string
          from_status: Database['public']['Enums']['booking_status'] | null
          hash: string
          id: number
          lat: number | null
          lng: number | null
          note: string | null
          prev_hash: string
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
      booking_extras: {
        Row: {
          added_by: string
          amount: number
          booking_id: string
          by_role: string
          client_key: string
          created_at: string
          id: string
          key: string
          note: string | null
          removed_at: string | null
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
      booking_finances: {
        Row: {
          booking_id: string
          convenience_fees: number
          driver_id: string | null
          driver_share: number
          final_fare: Json | null
          final_inputs: Json | null
          flags: string[]
          fleet_id: string | null
          fleet_share: number
          quote_fare: Json
          quote_inputs: Json
          ride_cost: number
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
      booking_offers: {
        Row: {
          answered_at: string | null
          book_later: boolean
          booking_id: string
          category: string
          created_at: string
          distance_km: number | null
          driver_id: string
          driver_share: number
          drop_address: string
          drop_lat: number
          drop_lng: number
          expires_at: string
          id: string
          payment_mode: string
          pickup_address: string
          pickup_lat: number
          pickup_lng: number
          reference: string
          status: Database['public']['Enums']['offer_status']
          trip_at: string
          trip_cost: number
          trip_distance: number
          trip_time: number
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
          drop_address: string
          drop_lat: number
          drop_lng: number
          expires_at: string
          id?: string
          payment_mode: string
          pickup_address: string
          pickup_lat: number
          pickup_lng: number
          reference: string
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
          drop_address?: string
          drop_lat?: number
          drop_lng?: number
          expires_at?: string
          id?: string
          payment_mode?: string
          pickup_address?: string
          pickup_lat?: number
          pickup_lng?: number
          reference?: string
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
      booking_revisions: {
        Row: {
          actor_id: string
          after: Json
          at: string
          before: Json
          booking_id: string
          client_key: string
          id: string
          kind: string
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
      booking_stops: {
        Row: {
          address: string
          arrived_at: string | null
          booking_id: string
          lat: number
          lng: number
          position: number
        }
        Insert: {
          address?: string
          arrived_at?: string | null
          booking_id: string
          lat: number
          lng: number
          position: number
        }
        Update: {
          address?: string
          arrived_at?: string | null
          booking_id?: string
          lat?: number
          lng?: number
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
      booking_transitions: {
        Row: {
          actor: string
          from_status: Database['public']['Enums']['booking_status'] | null
          id: number
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
      bookings: {
        Row: {
          accepted_at: string | null
          arrived_at: string | null
          book_later: boolean
          booking_type_admin: boolean
          cancellation_fee: number
          cancelled_at: string | null
          cancelled_by: string | null
          car_image: string
          car_type: string
          car_type_id: string
          card_payment_amount: number
          cash_payment_amount: number
          category: string
          client_key: string
          completed_at: string | null
          created_at: string
          created_by: string
          customer_contact: string | null
          customer_email: string | null
          customer_id: string
          customer_image: string | null
          customer_name: string
          customer_paid: number
          deliver_image: string | null
          delivery_instructions: string | null
          delivery_person: string | null
          delivery_person_phone: string | null
          discount_amount: number
          dispatch_note: string | null
          distance: number | null
          driver_cancel_count: number
          driver_contact: string | null
          driver_id: string | null
          driver_image: string | null
          driver_name: string | null
          driver_rating: number | null
          driver_rating_of_rider: number | null
          drop_address: string
          drop_lat: number
          drop_lng: number
          engaged_at: string | null
          estimate: number
          estimate_distance: number
          estimate_time: number
          fare_lines: Json
          fleet_id: string | null
          gateway: string | null
          guest_name: string | null
          guest_phone: string | null
          id: string
          option_index: number | null
          option_selected: Json | null
          otp_secure: boolean
          paid_at: string | null
          parcel_type_index: number | null
          parcel_type_selected: Json | null
          payable_amount: number
          payment_mode: string
          pick_up_instructions: string | null
          pickup_address: string
          pickup_image: string | null
          pickup_lat: number
          pickup_lng: number
          polyline: string
          prepaid: boolean
          promised_at: string | null
          promo_applied: boolean
          promo_code: string | null
          promo_details: Json | null
          quote_id: string
          rating: number | null
          reached_at: string | null
          reason: string | null
          reference: string
          reminded_at: string | null
          returning_at: string | null
          started_at: string | null
          status: Database['public']['Enums']['booking_status']
          tax_amount: number
          tip_amount: number
          total_trip_time: number | null
          trip_at: string
          trip_cost: number
          used_wallet_money: number
          vehicle_color: string | null
          vehicle_make: string | null
          vehicle_model: string | null
          vehicle_number: string | null
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
          category: string
          client_key: string
          completed_at?: string | null
          created_at?: string
          created_by: string
          customer_contact?: string | null
          customer_email?: string | null
          customer_id: string
          customer_image?: string | null
          customer_name: string
          customer_paid?: number
          deliver_image?: string | null
          delivery_instructions?: string | null
          delivery_person?: string | null
          delivery_person_phone?: string | null
          discount_amount?: number
          dispatch_note?: string | null
          distance?: number | null
          driver_cancel_count?: number
          driver_contact?: string | null
          driver_id?: string | null
          driver_image?: string | null
          driver_name?: string | null
          driver_rating?: number | null
          driver_rating_of_rider?: number | null
          drop_address: string
          drop_lat: number
          drop_lng: number
          engaged_at?: string | null
          estimate: number
          estimate_distance: number
          estimate_time: number
          fare_lines: Json
          fleet_id?: string | null
          gateway?: string | null
          guest_name?: string | null
          guest_phone?: string | null
          id?: string
          option_index?: number | null
          option_selected?: Json | null
          otp_secure?: boolean
          paid_at?: string | null
          parcel_type_index?: number | null
          parcel_type_selected?: Json | null
          payable_amount?: number
          payment_mode: string
          pick_up_instructions?: string | null
          pickup_address: string
          pickup_image?: string | null
          pickup_lat: number
          pickup_lng: number
          polyline?: string
          prepaid?: boolean
          promised_at?: string | null
          promo_applied?: boolean
          promo_code?: string | null
          promo_details?: Json | null
          quote_id: string
          rating?: number | null
          reached_at?: string | null
          reason?: string | null
          reference: string
          reminded_at?: string | null
          returning_at?: string | null
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
          category?: string
          client_key?: string
          completed_at?: string | null
          created_at?: string
          created_by?: string
          customer_contact?: string | null
          customer_email?: string | null
          customer_id?: string
          customer_image?: string | null
          customer_name?: string
          customer_paid?: number
          deliver_image?: string | null
          delivery_instructions?: string | null
          delivery_person?: string | null
          delivery_person_phone?: string | null
          discount_amount?: number
          dispatch_note?: string | null
          distance?: number | null
          driver_cancel_count?: number
          driver_contact?: string | null
          driver_id?: string | null
          driver_image?: string | null
          driver_name?: string | null
          driver_rating?: number | null
          driver_rating_of_rider?: number | null
          drop_address?: string
          drop_lat?: number
          drop_lng?: number
          engaged_at?: string | null
          estimate?: number
          estimate_distance?: number
          estimate_time?: number
          fare_lines?: Json
          fleet_id?: string | null
          gateway?: string | null
          guest_name?: string | null
          guest_phone?: string | null
          id?: string
          option_index?: number | null
          option_selected?: Json | null
          otp_secure?: boolean
          paid_at?: string | null
          parcel_type_index?: number | null
          parcel_type_selected?: Json | null
          payable_amount?: number
          payment_mode?: string
          pick_up_instructions?: string | null
          pickup_address?: string
          pickup_image?: string | null
          pickup_lat?: number
          pickup_lng?: number
          polyline?: string
          prepaid?: boolean
          promised_at?: string | null
          promo_applied?: boolean
          promo_code?: string | null
          promo_details?: Json | null
          quote_id?: string
          rating?: number | null
          reached_at?: string | null
          reason?: string | null
          reference?: string
          reminded_at?: string | null
          returning_at?: string | null
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
      cancel_reasons: {
        Row: { id: string; label: string; value: number }
        Insert: { id?: string; label: string; value?: number }
        Update: { id?: string; label?: string; value?: number }
        Relationships: []
      }
      car_types: {
        Row: {
          base_fare: number
          cancel_slab: Json
          category: string
          convenience_fee_type: string
          convenience_fees: number
          created_at: string
          extra_info: string
          id: string
          image: string
          min_fare: number
          name: string
          options: Json
          parcel_types: Json
          rate_per_hour: number
          rate_per_unit_distance: number
          seats: number
          sort_order: number
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
          waiting_rate_per_hour?: number
        }
        Relationships: []
      }
      chat_messages: {
        Row: {
          booking_id: string
          client_key: string
          created_at: string
          customer_id: string
          driver_id: string
          from_id: string
          id: string
          message: string
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
      dispatch_waves: {
        Row: {
          at: string
          booking_id: string
          candidates: Json
          exclusions: Json
          id: number
          mode: string
          radius_km: number | null
          reasons: Json
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
      driver_documents: {
        Row: {
          created_at: string
          decided_at: string | null
          decided_by: string | null
          driver_id: string
          expired_at: string | null
          expires_on: string
          id: string
          kind: string
          note: string | null
          path: string
          status: string
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
          path: string
          status?: string
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
          path?: string
          status?: string
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
      driver_positions: {
        Row: {
          accuracy: number | null
          available: boolean
          away_pt: unknown | null
          car_type: string | null
          driver_id: string
          heading: number | null
          lat: number
          lng: number
          pt: unknown | null
          updated_at: string
        }
        Insert: {
          accuracy?: number | null
          available?: boolean
          away_pt?: unknown | null
          car_type?: string | null
          driver_id: string
          heading?: number | null
          lat: number
          lng: number
          pt?: unknown | null
          updated_at?: string
        }
        Update: {
          accuracy?: number | null
          available?: boolean
          away_pt?: unknown | null
          car_type?: string | null
          driver_id?: string
          heading?: number | null
          lat?: number
          lng?: number
          pt?: unknown | null
          updated_at?: string
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
      drivers: {
        Row: {
          car_type_id: string | null
          created_at: string
          driver_active_status: boolean
          fleet_id: string | null
          id: string
          license_image: string | null
          other_info: string | null
          vehicle_color: string | null
          vehicle_make: string | null
          vehicle_model: string | null
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
      earnings_days: {
        Row: { convenience_fees: number; day: string; driver_id: string | null; fleet_id: string | null; rides: number }
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
      earnings_months: {
        Row: {
          cancellation_fee: number
          cancellation_share: number
          cancellations: number
          convenience_fees: number
          discount_amount: number
          driver_id: string | null
          driver_share: number
          fleet_id: string | null
          free_ride_discounts: number
          month: string
          ride_cost: number
          rides: number
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
      fare_quotes: {
        Row: {
          car_type_id: string
          category: string
          created_at: string
          customer_id: string
          discount_amount: number
          distance_in_km: number
          drop_address: string
          drop_lat: number
          drop_lng: number
          expires_at: string
          id: string
          lines: Json
          payable_amount: number
          pickup_address: string
          pickup_lat: number
          pickup_lng: number
          polyline: string
          promo_code: string | null
          promo_id: string | null
          tax_amount: number
          time_in_secs: number
          trip_at: string | null
          trip_cost: number
          used_at: string | null
          waypoints: Json
        }
        Insert: {
          car_type_id: string
          category: string
          created_at?: string
          customer_id: string
          discount_amount?: number
          distance_in_km: number
          drop_address: string
          drop_lat: number
          drop_lng: number
          expires_at: string
          id?: string
          lines: Json
          payable_amount?: never
          pickup_address: string
          pickup_lat: number
          pickup_lng: number
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
          category?: string
          created_at?: string
          customer_id?: string
          discount_amount?: number
          distance_in_km?: number
          drop_address?: string
          drop_lat?: number
          drop_lng?: number
          expires_at?: string
          id?: string
          lines?: Json
          payable_amount?: never
          pickup_address?: string
          pickup_lat?: number
          pickup_lng?: number
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
      languages: {
        Row: {
          created_at: string
          date_locale: string
          id: string
          is_default: boolean
          key_value_pairs: Json
          lang_locale: string
          lang_name: string
        }
        Insert: {
          created_at?: string
          date_locale?: string
          id?: string
          is_default?: boolean
          key_value_pairs?: Json
          lang_locale: string
          lang_name: string
        }
        Update: {
          created_at?: string
          date_locale?: string
          id?: string
          is_default?: boolean
          key_value_pairs?: Json
          lang_locale?: string
          lang_name?: string
        }
        Relationships: []
      }
      ledger_accounts: {
        Row: {
          booking_id: string | null
          id: number
          kind: string
          name: string
          provider: string | null
          user_id: string | null
        }
        Insert: {
          booking_id?: string | null
          id?: never
          kind: string
          name?: never
          provider?: string | null
          user_id?: string | null
        }
        Update: {
          booking_id?: string | null
          id?: never
          kind?: string
          name?: never
          provider?: string | null
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
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          }
        ]
      }
      ledger_entries: {
        Row: { account_id: number; amount: number; balance: number | null; id: number; transaction_id: number }
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
      ledger_transactions: {
        Row: { booking_id: string | null; created_at: string; id: number; idempotency_key: string; kind: string }
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
      notices: {
        Row: {
          booking_id: string | null
          created_at: string
          id: string
          key: string
          params: Json
          read_at: string | null
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
      notifications: {
        Row: {
          body: string
          created_at: string
          created_by: string | null
          devicetype: string
          id: string
          recipients: number | null
          sent_at: string | null
          title: string
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
      payment_events: {
        Row: {
          amount: number | null
          currency: string | null
          event_id: string
          id: string
          outcome: string
          payload: Json
          payment_id: string | null
          provider: Database['public']['Enums']['payment_provider']
          received_at: string
          status: string
        }
        Insert: {
          amount?: number | null
          currency?: string | null
          event_id: string
          id?: string
          outcome?: string
          payload?: Json
          payment_id?: string | null
          provider: Database['public']['Enums']['payment_provider']
          received_at?: string
          status: string
        }
        Update: {
          amount?: number | null
          currency?: string | null
          event_id?: string
          id?: string
          outcome?: string
          payload?: Json
          payment_id?: string | null
          provider?: Database['public']['Enums']['payment_provider']
          received_at?: string
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
      payments: {
        Row: {
          amount: number
          booking_id: string
          client_key: string
          created_at: string
          currency: string
          customer_id: string
          id: string
          paid_at: string | null
          provider: Database['public']['Enums']['payment_provider']
          refunded_amount: number
          status: string
        }
        Insert: {
          amount: number
          booking_id: string
          client_key: string
          created_at?: string
          currency: string
          customer_id: string
          id?: string
          paid_at?: string | null
          provider: Database['public']['Enums']['payment_provider']
          refunded_amount?: number
          status?: string
        }
        Update: {
          amount?: number
          booking_id?: string
          client_key?: string
          created_at?: string
          currency?: string
          customer_id?: string
          id?: string
          paid_at?: string | null
          provider?: Database['public']['Enums']['payment_provider']
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
      profiles: {
        Row: {
          approved: boolean
          created_at: string
          date_locale: string | null
          deleted_at: string | null
          email: string | null
          first_name: string
          id: string
          lang_locale: string | null
          last_name: string
          mobile: string | null
          profile_image: string | null
          rating: number | null
          rating_count: number
          referral_id: string
          reg_type: string
          signup_via_referral: string | null
          usertype: Database['public']['Enums']['user_type']
          wallet_balance: number
        }
        Insert: {
          approved?: boolean
          created_at?: string
          date_locale?: string | null
          deleted_at?: string | null
          email?: string | null
          first_name?: string
          id: string
          lang_locale?: string | null
          last_name?: string
          mobile?: string | null
          profile_image?: string | null
          rating?: number | null
          rating_count?: number
          referral_id: string
          reg_type?: string
          signup_via_referral?: string | null
          usertype?: Database['public']['Enums']['user_type']
          wallet_balance?: number
        }
        Update: {
          approved?: boolean
          created_at?: string
          date_locale?: string | null
          deleted_at?: string | null
          email?: string | null
          first_name?: string
          id?: string
          lang_locale?: string | null
          last_name?: string
          mobile?: string | null
          profile_image?: string | null
          rating?: number | null
          rating_count?: number
          referral_id?: string
          reg_type?: string
          signup_via_referral?: string | null
          usertype?: Database['public']['Enums']['user_type']
          wallet_balance?: number
        }
        Relationships: []
      }
      promo_uses: {
        Row: {
          booking_id: string
          created_at: string
          promo_id: string
          settled_at: string | null
          status: string
          user_id: string
        }
        Insert: {
          booking_id: string
          created_at?: string
          promo_id: string
          settled_at?: string | null
          status?: string
          user_id: string
        }
        Update: {
          booking_id?: string
          created_at?: string
          promo_id?: string
          settled_at?: string | null
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
      promos: {
        Row: {
          created_at: string
          id: string
          max_promo_discount_value: number | null
          min_order: number
          promo_description: string
          promo_discount_type: string
          promo_discount_value: number
          promo_name: string
          promo_usage_limit: number
          promo_validity: string
          user_avail: number
        }
        Insert: {
          created_at?: string
          id?: string
          max_promo_discount_value?: number | null
          min_order?: number
          promo_description?: string
          promo_discount_type?: string
          promo_discount_value: number
          promo_name: string
          promo_usage_limit: number
          promo_validity: string
          user_avail?: number
        }
        Update: {
          created_at?: string
          id?: string
          max_promo_discount_value?: number | null
          min_order?: number
          promo_description?: string
          promo_discount_type?: string
          promo_discount_value?: number
          promo_name?: string
          promo_usage_limit?: number
          promo_validity?: string
          user_avail?: number
        }
        Relationships: []
      }
      push_tokens: {
        Row: {
          channels: string[]
          created_at: string
          platform: string
          seen_at: string
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
      rating_comments: {
        Row: { booking_id: string; comment: string; created_at: string; from_id: string; to_id: string }
        Insert: { booking_id: string; comment: string; created_at?: string; from_id: string; to_id: string }
        Update: { booking_id?: string; comment?: string; created_at?: string; from_id?: string; to_id?: string }
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
      ratings: {
        Row: { booking_id: string; created_at: string; from_id: string; stars: number; to_id: string }
        Insert: { booking_id: string; created_at?: string; from_id: string; stars: number; to_id: string }
        Update: { booking_id?: string; created_at?: string; from_id?: string; stars?: number; to_id?: string }
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
      refunds: {
        Row: {
          amount: number
          booking_id: string
          created_at: string
          created_by: string | null
          customer_id: string
          done_at: string | null
          id: string
          payment_id: string | null
          reason: string
          status: string
        }
        Insert: {
          amount: number
          booking_id: string
          created_at?: string
          created_by?: string | null
          customer_id: string
          done_at?: string | null
          id?: string
          payment_id?: string | null
          reason: string
          status?: string
        }
        Update: {
          amount?: number
          booking_id?: string
          created_at?: string
          created_by?: string | null
          customer_id?: string
          done_at?: string | null
          id?: string
          payment_id?: string | null
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
      saved_addresses: {
        Row: {
          count: number
          created_at: string
          description: string
          id: string
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
      settings: {
        Row: {
          allow_country_selection: boolean
          allow_critical_edits_admin: boolean
          allow_delivery_pickup_image_capture: boolean
          allow_final_delivery_image_capture: boolean
          app_category: string
          app_name: string
          apple_store_link: string
          assign_timeout: number
          auto_dispatch: boolean
          bank_fields: boolean
          bonus: number
          cancellation_driver_percent: number
          car_horn_repeat: boolean
          code: string
          company_address: string
          company_name: string
          company_phone: string
          company_terms: string
          company_website: string
          contact_email: string
          convert_to_mile: boolean
          country: string
          decimal: number
          dispatch_mode: string
          driver_approval: boolean
          driver_radius: number
          extra_limit: number
          facebook_handle: string
          facebook_login_enabled: boolean
          fare_mode: string
          fleet_percent: number
          free_wait: number
          horizontal_view: boolean
          id: number
          instagram_handle: string
          lead_minutes: number
          negative_balance: boolean
          offer_timeout: number
          on_decline: string
          otp_secure: boolean
          panic: string
          play_store_link: string
          refund_to: string
          reminder_minutes: number
          restrict_country: boolean
          rider_with_draw: boolean
          show_live_route: boolean
          swipe_symbol: boolean
          symbol: string
          tax_percent: number
          test_payments: boolean
          time_zone: string
          twitter_handle: string
          updated_at: string
          use_distance_matrix: boolean
          wallet_money_field: string[]
          wave_count: number
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
          bank_fields?: boolean
          bonus?: number
          cancellation_driver_percent?: number
          car_horn_repeat?: boolean
          code?: string
          company_address?: string
          company_name?: string
          company_phone?: string
          company_terms?: string
          company_website?: string
          contact_email?: string
          convert_to_mile?: boolean
          country?: string
          decimal?: number
          dispatch_mode?: string
          driver_approval?: boolean
          driver_radius?: number
          extra_limit?: number
          facebook_handle?: string
          facebook_login_enabled?: boolean
          fare_mode?: string
          fleet_percent?: number
          free_wait?: number
          horizontal_view?: boolean
          id?: number
          instagram_handle?: string
          lead_minutes?: number
          negative_balance?: boolean
          offer_timeout?: number
          on_decline?: string
          otp_secure?: boolean
          panic?: string
          play_store_link?: string
          refund_to?: string
          reminder_minutes?: number
          restrict_country?: boolean
          rider_with_draw?: boolean
          show_live_route?: boolean
          swipe_symbol?: boolean
          symbol?: string
          tax_percent?: number
          test_payments?: boolean
          time_zone?: string
          twitter_handle?: string
          updated_at?: string
          use_distance_matrix?: boolean
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
          bank_fields?: boolean
          bonus?: number
          cancellation_driver_percent?: number
          car_horn_repeat?: boolean
          code?: string
          company_address?: string
          company_name?: string
          company_phone?: string
          company_terms?: string
          company_website?: string
          contact_email?: string
          convert_to_mile?: boolean
          country?: string
          decimal?: number
          dispatch_mode?: string
          driver_approval?: boolean
          driver_radius?: number
          extra_limit?: number
          facebook_handle?: string
          facebook_login_enabled?: boolean
          fare_mode?: string
          fleet_percent?: number
          free_wait?: number
          horizontal_view?: boolean
          id?: number
          instagram_handle?: string
          lead_minutes?: number
          negative_balance?: boolean
          offer_timeout?: number
          on_decline?: string
          otp_secure?: boolean
          panic?: string
          play_store_link?: string
          refund_to?: string
          reminder_minutes?: number
          restrict_country?: boolean
          rider_with_draw?: boolean
          show_live_route?: boolean
          swipe_symbol?: boolean
          symbol?: string
          tax_percent?: number
          test_payments?: boolean
          time_zone?: string
          twitter_handle?: string
          updated_at?: string
          use_distance_matrix?: boolean
          wallet_money_field?: string[]
          wave_count?: number
          wave_size?: number
        }
        Relationships: []
      }
      tariff_windows: {
        Row: {
          active: boolean
          amount: number | null
          car_type_id: string | null
          created_at: string
          dates: string[]
          days: number[]
          from_time: string
          id: string
          name: string
          percent: number | null
          to_time: string
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
      tracking_points: {
        Row: {
          accuracy: number | null
          at: string
          booking_id: string
          driver_id: string
          heading: number | null
          id: number
          lat: number
          lng: number
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
      withdraw_requests: {
        Row: {
          amount: number
          bank_account: string
          bank_code: string
          bank_name: string
          client_key: string
          date: string
          id: string
          name: string
          process_date: string | null
          processed: boolean
          reason: string | null
          rejected_at: string | null
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
      zones: {
        Row: {
          active: boolean
          amount: number | null
          applies_to: string
          area: unknown
          car_type_id: string | null
          created_at: string
          geojson: Json | null
          id: string
          kind: string
          name: string
          percent: number | null
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
      chats: {
        Row: {
          booking_id: string | null
          created_at: string | null
          from: string | null
          message: string | null
          msg_date: string | null
          msg_time: string | null
          sms_id: string | null
          source: string | null
          type: string | null
        }

        Relationships: []
      }
      requested_drivers: {
        Row: {
          booking_id: string | null
          created_at: string | null
          distance_km: number | null
          driver_id: string | null
          expires_at: string | null
          wave: number | null
        }

        Relationships: []
      }
      wallet_history: {
        Row: {
          amount: number | null
          balance: number | null
          booking_id: string | null
          date: string | null
          id: number | null
          kind: string | null
          tx_ref: string | null
          type: string | null
          user_id: string | null
        }

        Relationships: []
      }
    }
    Functions: {
      accept_booking: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      add_extra: {
        Args: { booking_id: string; key: string; amount: number; note?: string | null; client_key?: string | null }
        Returns: Database['public']['Tables']['booking_extras']['Row']
      }
      add_to_wallet: {
        Args: { user_id: string; amount: number; client_key?: string | null }
        Returns: Json
      }
      apply_promo: {
        Args: { quote_id: string; code?: string | null }
        Returns: Database['public']['Tables']['fare_quotes']['Row']
      }
      approve_driver: {
        Args: { driver_id: string }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      arrive_at_pickup: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      arrive_at_stop: {
        Args: { booking_id: string; position: number }
        Returns: Database['public']['Tables']['booking_stops']['Row']
      }
      assign_driver: {
        Args: { booking_id: string; driver_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      assign_drivers: {
        Args: { assignments: Json }
        Returns: Json
      }
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
        }[]
      }
      cancel_booking: {
        Args: { booking_id: string; reason?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      cancellation_quote: {
        Args: { booking_id: string }
        Returns: number
      }
      change_route: {
        Args: { booking_id: string; quote_id: string; client_key?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      check_user_exists: {
        Args: { email?: string | null; mobile?: string | null }
        Returns: Json
      }
      complete_withdrawal: {
        Args: { id: string }
        Returns: Database['public']['Tables']['withdraw_requests']['Row']
      }
      confirm_cash: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      confirm_refund: {
        Args: { refund_id: string; succeeded?: boolean | null }
        Returns: Database['public']['Tables']['refunds']['Row']
      }
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
      create_payment: {
        Args: { booking_id: string; provider: string; customer_id: string; client_key?: string | null }
        Returns: Database['public']['Tables']['payments']['Row']
      }
      dashboard_totals: {
        Args: never
        Returns: Json
      }
      decline_booking: {
        Args: { booking_id: string }
        Returns: undefined
      }
      delete_my_account: {
        Args: never
        Returns: undefined
      }
      delete_person: {
        Args: { user_id: string }
        Returns: undefined
      }
      dispatch_log: {
        Args: { booking_id: string }
        Returns: Json
      }
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
      drivers_for_map: {
        Args: never
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
      edit_person: {
        Args: { user_id: string; patch: Json }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      explain_fare: {
        Args: { booking_id: string }
        Returns: Json
      }
      export_my_data: {
        Args: never
        Returns: Json
      }
      finish_outbox: {
        Args: { id: number; ok: boolean; error?: string | null; attempt?: number | null }
        Returns: string
      }
      forget_push_token: {
        Args: { token: string }
        Returns: undefined
      }
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
      list_bookings: {
        Args: {
          booking_id?: string | null
          status?: string | null
          customer_id?: string | null
          driver_id?: string | null
          reference?: string | null
          before_at?: string | null
          before_id?: string | null
          page_size?: number | null
        }
        Returns: Database['public']['Tables']['bookings']['Row'][]
      }
      list_people: {
        Args: {
          usertype?: string | null
          search?: string | null
          person_id?: string | null
          before_at?: string | null
          before_id?: string | null
          page_size?: number | null
        }
        Returns: Database['public']['Tables']['profiles']['Row'][]
      }
      list_withdrawals: {
        Args: {
          is_open?: boolean | null
          user_id?: string | null
          before_at?: string | null
          before_id?: string | null
          page_size?: number | null
        }
        Returns: Database['public']['Tables']['withdraw_requests']['Row'][]
      }
      mark_notices_read: {
        Args: { ids?: string[] | null }
        Returns: number
      }
      nearby_drivers: {
        Args: { lat: number; lng: number }
        Returns: { car_type_id: string; lat: number; lng: number; heading: number; distance_km: number }[]
      }
      no_show: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      nudge_dispatch: {
        Args: { booking_id: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      override_start_code: {
        Args: { booking_id: string; reason: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      pay_with_wallet: {
        Args: { booking_id: string; client_key?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      queue: {
        Args: { driver: Database['public']['Tables']['drivers']['Row'] }
        Returns: boolean
      }
      quote_fare: {
        Args: { customer_id: string; quote: Json }
        Returns: Json
      }
      rate_booking: {
        Args: { booking_id: string; stars?: number | null; comment?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      rating_details: {
        Args: { user_id?: string | null }
        Returns: Json
      }
      reach_drop: {
        Args: { booking_id: string; otp?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      record_payment_event: {
        Args: {
          provider: string
          event_id: string
          payment_id: string
          amount: number
          currency: string
          status: string
          payload?: Json | null
        }
        Returns: Json
      }
      refund_booking: {
        Args: {
          booking_id: string
          amount: number
          reason: string
          reclaim_share?: boolean | null
          client_key?: string | null
        }
        Returns: Json
      }
      register_push_token: {
        Args: { token: string; platform: string; channels?: string[] | null }
        Returns: Database['public']['Tables']['push_tokens']['Row']
      }
      reject_withdrawal: {
        Args: { id: string; reason?: string | null }
        Returns: Database['public']['Tables']['withdraw_requests']['Row']
      }
      remove_extra: {
        Args: { id: string; reason: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      rename_address: {
        Args: { id: string; label: string }
        Returns: Database['public']['Tables']['saved_addresses']['Row']
      }
      report_position: {
        Args: { lat: number; lng: number; heading?: number | null; accuracy?: number | null; at?: string | null }
        Returns: number
      }
      report_positions: {
        Args: { points: Json }
        Returns: number
      }
      request_withdrawal: {
        Args: { amount: number; client_key?: string | null }
        Returns: Database['public']['Tables']['withdraw_requests']['Row']
      }
      return_to_sender: {
        Args: { booking_id: string; reason: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      save_address: {
        Args: { label: string; description: string; lat: number; lng: number }
        Returns: Database['public']['Tables']['saved_addresses']['Row']
      }
      save_zone: {
        Args: { zone: Json }
        Returns: Database['public']['Tables']['zones']['Row']
      }
      send_chat_message: {
        Args: { booking_id: string; message: string; client_key?: string | null }
        Returns: Database['public']['Tables']['chat_messages']['Row']
      }
      send_notification: {
        Args: { notification_id: string }
        Returns: Database['public']['Tables']['notifications']['Row']
      }
      set_approved: {
        Args: { user_id: string; approved: boolean }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      set_bank_details: {
        Args: { bank_name: string; bank_code: string; bank_account: string }
        Returns: Database['public']['Tables']['bank_details']['Row']
      }
      set_booking_image: {
        Args: { booking_id: string; kind: string; path: string }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      set_driver_active: {
        Args: { active: boolean }
        Returns: Database['public']['Tables']['drivers']['Row']
      }
      set_profile_image: {
        Args: { path: string }
        Returns: Database['public']['Tables']['profiles']['Row']
      }
      start_code: {
        Args: { booking_id: string }
        Returns: string
      }
      start_trip: {
        Args: { booking_id: string; otp?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
      submit_document: {
        Args: { kind: string; path: string; expires_on: string }
        Returns: Database['public']['Tables']['driver_documents']['Row']
      }
      take_outbox: {
        Args: { limit_count?: number | null }
        Returns: { id: number; kind: string; payload: Json; attempt: number; created_at: string }[]
      }
      take_rate_limit: {
        Args: { bucket: string; limit_count: number; window_secs: number }
        Returns: boolean
      }
      tip_driver: {
        Args: { booking_id: string; amount: number; client_key?: string | null }
        Returns: Database['public']['Tables']['bookings']['Row']
      }
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
      update_settings: {
        Args: { patch: Json }
        Returns: Database['public']['Tables']['settings']['Row']
      }
      validate_referrer: {
        Args: { referral_id: string }
        Returns: boolean
      }
      verify_document: {
        Args: { document_id: string; verified?: boolean | null; note?: string | null }
        Returns: Database['public']['Tables']['driver_documents']['Row']
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
      user_type: 'rider' | 'driver' | 'admin' | 'fleetadmin'
    }
    CompositeTypes: { [_ in never]: never }
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
