-- Generated from the migrations by scripts/dump-schema.ts; do not edit.

CREATE SCHEMA app;

COMMENT ON SCHEMA app IS 'Helpers and secrets behind the API. Never exposed; no table here is granted to anybody.';

CREATE SCHEMA public;

COMMENT ON SCHEMA public IS 'standard public schema';

CREATE TYPE public.assignable_driver AS (
	driver_id uuid,
	driver_name text,
	vehicle_number text,
	vehicle text,
	car_type text,
	lat double precision,
	lng double precision,
	distance_km numeric,
	seen_at timestamp with time zone,
	state text,
	assignable boolean,
	reason text
);

COMMENT ON TYPE public.assignable_driver IS 'A driver as assignable_drivers lists them.';

CREATE TYPE public.assignment_result AS (
	booking_id text,
	driver_id text,
	assigned boolean,
	message text,
	hint text
);

COMMENT ON TYPE public.assignment_result IS 'One answer of assign_drivers; message and hint say why there was no offer.';

CREATE TYPE public.booking_refund AS (
	booking_id uuid,
	transaction_id bigint,
	amount numeric,
	refunds jsonb
);

COMMENT ON TYPE public.booking_refund IS 'What refund_booking answers: what was given back at once, and all refunds of the booking.';

CREATE DOMAIN public.booking_status AS text
	CONSTRAINT booking_status_check CHECK ((VALUE = ANY (ARRAY['PAYMENT_PENDING'::text, 'NEW'::text, 'ACCEPTED'::text, 'ARRIVED'::text, 'STARTED'::text, 'REACHED'::text, 'PENDING'::text, 'PAID'::text, 'COMPLETE'::text, 'CANCELLED'::text])));

CREATE TYPE public.counted_facts AS (
	currency_locked boolean,
	drivers_waiting bigint,
	drivers_below_zero bigint,
	searching bigint,
	upcoming bigint,
	open_quotes bigint,
	rider_withdrawals bigint
);

COMMENT ON TYPE public.counted_facts IS 'What settings_facts answers.';

CREATE TYPE public.counted_uses AS (
	drivers bigint,
	bookings bigint,
	bookings_this_month bigint,
	zones bigint,
	tariff_windows bigint
);

COMMENT ON TYPE public.counted_uses IS 'What car_type_uses answers.';

CREATE TYPE public.dispatch_answer AS (
	booking_id uuid,
	reference text,
	at timestamp with time zone,
	asked boolean,
	reason text,
	distance_km numeric,
	times integer
);

COMMENT ON TYPE public.dispatch_answer IS 'A booking near a driver: whether the driver was asked, and reason: what became of it (open, accepted, declined, lapsed, withdrawn) or why not, as dispatch_waves.exclusions names it. times: how many searches say so.';

CREATE TYPE public.dispatch_log_wave AS (
	wave integer,
	at timestamp with time zone,
	mode text,
	radius_km numeric,
	asked integer,
	not_asked integer,
	candidates jsonb,
	exclusions jsonb,
	reasons jsonb,
	you text
);

COMMENT ON TYPE public.dispatch_log_wave IS 'One wave, as dispatch_log tells it; null is what is not for the caller.';

CREATE TYPE public.fare_explanation AS (
	booking_id uuid,
	version integer,
	code text,
	flags text[],
	tax jsonb,
	quote jsonb,
	final jsonb,
	promo jsonb,
	cash_rounding jsonb,
	tip jsonb,
	total numeric,
	trail jsonb,
	rule jsonb,
	replays boolean
);

COMMENT ON TYPE public.fare_explanation IS 'What explain_fare answers.';

CREATE TYPE public.gross_earnings AS (
	today numeric,
	this_month numeric,
	total numeric,
	yesterday numeric,
	last_month numeric,
	thirty_days numeric,
	thirty_before numeric
);

COMMENT ON TYPE public.gross_earnings IS 'What dashboard_totals answers: convenience fees of the day, the month and all times, and what to hold them against.';

CREATE TYPE public.listed_promo AS (
	id uuid,
	promo_name text,
	promo_description text,
	promo_discount_type text,
	promo_discount_value numeric,
	max_promo_discount_value numeric,
	min_order numeric,
	promo_validity date,
	promo_usage_limit integer,
	user_avail integer,
	listed boolean,
	created_at timestamp with time zone,
	version integer,
	state text
);

COMMENT ON TYPE public.listed_promo IS 'A row of promos as list_promos answers it, with its state: running, ended (after its last day) or used_up.';

CREATE TYPE public.map_view AS (
	at timestamp with time zone,
	ids uuid[],
	lats double precision[],
	lngs double precision[],
	headings integer[],
	states text[],
	ages integer[],
	gone uuid[]
);

COMMENT ON TYPE public.map_view IS 'Drivers in a part of the map, side by side, as drivers_for_map answers them.';

CREATE DOMAIN public.offer_status AS text
	CONSTRAINT offer_status_check CHECK ((VALUE = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'lapsed'::text, 'withdrawn'::text])));

CREATE TYPE public.own_referrals AS (
	code text,
	bonus numeric,
	invited bigint,
	rewarded bigint,
	earned numeric,
	left_this_month bigint
);

COMMENT ON TYPE public.own_referrals IS 'What own_referrals answers. bonus: what each side receives now; invited: who signed up with the code; rewarded and earned: of those who rode since.';

CREATE TYPE public.own_session AS (
	id uuid,
	name text,
	is_current boolean,
	since timestamp with time zone,
	seen_at timestamp with time zone
);

COMMENT ON TYPE public.own_session IS 'A device that is signed in: name is what its browser says of itself.';

CREATE TYPE public.own_wallet AS (
	balance numeric,
	bonus numeric,
	free numeric,
	may_withdraw boolean,
	waits_until timestamp with time zone
);

COMMENT ON TYPE public.own_wallet IS 'What own_wallet answers. bonus: the part of balance that fares alone spend; free: what may be taken out, never below 0; waits_until: no withdrawal is taken before, null where nothing waits.';

CREATE TYPE public.payment_effect AS (
	outcome text,
	duplicate boolean,
	payment_id uuid,
	booking_id uuid,
	booking_status public.booking_status
);

COMMENT ON TYPE public.payment_effect IS 'What record_payment_event answers.';

CREATE DOMAIN public.payment_provider AS text
	CONSTRAINT payment_provider_check CHECK ((VALUE = ANY (ARRAY['paypal'::text, 'braintree'::text, 'stripe'::text, 'paytm'::text, 'payulatam'::text, 'flutterwave'::text, 'paystack'::text, 'securepay'::text, 'payfast'::text, 'liqpay'::text, 'culqi'::text, 'mercadopago'::text, 'squareup'::text, 'wipay'::text, 'razorpay'::text, 'test'::text])));

CREATE TYPE public.person_device AS (
	kind text,
	name text,
	channels text[],
	since timestamp with time zone,
	seen_at timestamp with time zone
);

COMMENT ON TYPE public.person_device IS 'A phone that takes messages (kind push; name is its platform, channels what it wants to hear of) or a browser that is signed in (kind session; name is what it says of itself).';

CREATE TYPE public.previewed_fare AS (
	lines jsonb,
	ride_cost numeric,
	driver_share numeric,
	convenience_fees numeric,
	trip_cost numeric,
	tax numeric
);

COMMENT ON TYPE public.previewed_fare IS 'What preview_fares answers for a ride; lines as compute_fare makes them, the fee one of its own.';

CREATE TYPE public.previewed_promo AS (
	trip_cost numeric,
	applies boolean,
	discount_amount numeric,
	payable_amount numeric
);

COMMENT ON TYPE public.previewed_promo IS 'What preview_promo answers: whether the fare is enough for the promotion, and what it takes off.';

CREATE TYPE public.quoted_fare AS (
	quote_id uuid,
	trip_cost numeric,
	cash_amount numeric,
	lines jsonb,
	tax numeric,
	currency text,
	expires_at timestamp with time zone
);

COMMENT ON TYPE public.quoted_fare IS 'What quote_fare answers.';

CREATE TYPE public.rating_summary AS (
	userrating numeric,
	count integer,
	details jsonb,
	comments jsonb
);

COMMENT ON TYPE public.rating_summary IS 'What rating_details answers; details and comments are the last 200 of each.';

CREATE TYPE public.receipt_document AS (
	id uuid,
	booking_id uuid,
	kind text,
	number text,
	issued_at timestamp with time zone,
	lang text,
	customer_name text,
	guest_name text,
	driver_name text,
	content jsonb
);

COMMENT ON TYPE public.receipt_document IS 'What booking_receipts answers: a receipt with the names that the booking still has.';

CREATE TYPE public.trail_gap AS (
	since timestamp with time zone,
	until timestamp with time zone,
	secs integer
);

COMMENT ON TYPE public.trail_gap IS 'A silence of a device, which was filled in.';

CREATE TYPE public.trail_point AS (
	lat double precision,
	lng double precision,
	at timestamp with time zone
);

COMMENT ON TYPE public.trail_point IS 'A point of a trail that counts.';

CREATE TYPE public.recorded_trail AS (
	distance_km numeric,
	silent_km numeric,
	flags text[],
	points integer,
	left_out jsonb,
	polyline text,
	gaps public.trail_gap[],
	sample public.trail_point[],
	expired boolean
);

COMMENT ON TYPE public.recorded_trail IS 'What trip_trail answers.';

CREATE TYPE public.shared_driver AS (
	name text,
	vehicle_make text,
	vehicle_model text,
	vehicle_color text,
	vehicle_number text
);

COMMENT ON TYPE public.shared_driver IS 'Who drives a shared trip, by the first name, and in what.';

CREATE TYPE public.shared_place AS (
	lat double precision,
	lng double precision,
	add text
);

COMMENT ON TYPE public.shared_place IS 'An end of a shared trip.';

CREATE TYPE public.shared_position AS (
	lat double precision,
	lng double precision,
	heading double precision,
	at timestamp with time zone
);

COMMENT ON TYPE public.shared_position IS 'Where the car of a shared trip is.';

CREATE TYPE public.trip_outlook AS (
	"to" text,
	remaining_km numeric,
	remaining_secs integer,
	by text,
	at timestamp with time zone,
	eta timestamp with time zone,
	near boolean,
	share numeric,
	off_route boolean,
	off_route_m integer
);

COMMENT ON TYPE public.trip_outlook IS 'What trip_progress answers; all null while nobody is on the way.';

CREATE TYPE public.shared_journey AS (
	status public.booking_status,
	category text,
	trip_at timestamp with time zone,
	started_at timestamp with time zone,
	reached_at timestamp with time zone,
	pickup public.shared_place,
	drop public.shared_place,
	polyline text,
	driver public.shared_driver,
	"position" public.shared_position,
	progress public.trip_outlook,
	pickup_eta timestamp with time zone,
	drop_eta timestamp with time zone
);

COMMENT ON TYPE public.shared_journey IS 'What shared_trip answers.';

CREATE DOMAIN public.staff_role AS text
	CONSTRAINT staff_role_check CHECK ((VALUE = ANY (ARRAY['owner'::text, 'finance'::text, 'support'::text, 'dispatcher'::text])));

CREATE DOMAIN public.user_type AS text
	CONSTRAINT user_type_check CHECK ((VALUE = ANY (ARRAY['rider'::text, 'driver'::text, 'admin'::text, 'fleetadmin'::text])));

CREATE TYPE public.wallet_credit AS (
	id bigint,
	user_id uuid,
	amount numeric,
	wallet_balance numeric,
	tx_ref text,
	date timestamp with time zone
);

COMMENT ON TYPE public.wallet_credit IS 'What add_to_wallet answers.';

CREATE FUNCTION app.is_place(lat double precision, lng double precision) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select coalesce(lat between -85 and 85 and lng between -180 and 180, false)
$$;

COMMENT ON FUNCTION app.is_place(lat double precision, lng double precision) IS 'Whether two numbers are a point that people travel to.';

CREATE FUNCTION app.now() RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return now() + (select c."offset" from app.clock c);
end $$;

COMMENT ON FUNCTION app.now() IS 'The time every rule reads: now() plus the offset in app.clock.';

CREATE FUNCTION app.uuid_v7() RETURNS uuid
    LANGUAGE sql
    AS $$
  select encode(
    set_bit(set_bit(overlay(
      uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6
    ), 52, 1), 53, 1), 'hex')::uuid
$$;

COMMENT ON FUNCTION app.uuid_v7() IS 'A time-ordered uuid (version 7 layout).';

CREATE TABLE public.bookings (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    reference text NOT NULL,
    category text NOT NULL,
    status public.booking_status NOT NULL,
    customer_id uuid NOT NULL,
    customer_name text NOT NULL,
    customer_contact text,
    customer_image text,
    guest_name text,
    car_type_id uuid NOT NULL,
    car_type text NOT NULL,
    car_image text NOT NULL,
    pickup_lat double precision NOT NULL,
    pickup_lng double precision NOT NULL,
    pickup_address text NOT NULL,
    drop_lat double precision NOT NULL,
    drop_lng double precision NOT NULL,
    drop_address text NOT NULL,
    waypoints jsonb DEFAULT '[]'::jsonb NOT NULL,
    polyline text DEFAULT ''::text NOT NULL,
    book_later boolean DEFAULT false NOT NULL,
    trip_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    estimate numeric NOT NULL,
    estimate_distance numeric NOT NULL,
    estimate_time integer NOT NULL,
    distance numeric,
    trip_cost numeric NOT NULL,
    fare_lines jsonb NOT NULL,
    payment_mode text NOT NULL,
    prepaid boolean DEFAULT false NOT NULL,
    customer_paid numeric DEFAULT 0 NOT NULL,
    cash_payment_amount numeric DEFAULT 0 NOT NULL,
    card_payment_amount numeric DEFAULT 0 NOT NULL,
    used_wallet_money numeric DEFAULT 0 NOT NULL,
    discount_amount numeric DEFAULT 0 NOT NULL,
    cash_rounding numeric DEFAULT 0 NOT NULL,
    payable_amount numeric DEFAULT 0 NOT NULL,
    tip_amount numeric DEFAULT 0 NOT NULL,
    tax_amount numeric DEFAULT 0 NOT NULL,
    gateway text,
    promo_applied boolean DEFAULT false NOT NULL,
    promo_code text,
    promo_details jsonb,
    pickup_image text,
    deliver_image text,
    returning_at timestamp with time zone,
    reminded_at timestamp with time zone,
    driver_id uuid,
    driver_name text,
    driver_image text,
    driver_rating numeric(2,1),
    vehicle_number text,
    vehicle_make text,
    vehicle_model text,
    vehicle_color text,
    fleet_id uuid,
    accepted_at timestamp with time zone,
    promised_at timestamp with time zone,
    engaged_at timestamp with time zone,
    arrived_at timestamp with time zone,
    started_at timestamp with time zone,
    reached_at timestamp with time zone,
    paid_at timestamp with time zone,
    completed_at timestamp with time zone,
    cancelled_at timestamp with time zone,
    total_trip_time integer,
    reason text,
    cancelled_by text,
    cancellation_fee numeric DEFAULT 0 NOT NULL,
    driver_cancel_count integer DEFAULT 0 NOT NULL,
    otp_secure boolean DEFAULT false NOT NULL,
    booking_type_admin boolean DEFAULT false NOT NULL,
    dispatch_note text,
    parcel_type_index integer,
    option_index integer,
    parcel_type_selected jsonb,
    option_selected jsonb,
    quote_id uuid NOT NULL,
    created_by uuid NOT NULL,
    client_key uuid NOT NULL,
    pickup_point_name text,
    drop_point_name text,
    CONSTRAINT bookings_accepted CHECK ((((accepted_at IS NOT NULL) = (driver_id IS NOT NULL)) AND ((driver_id IS NOT NULL) OR ((engaged_at IS NULL) AND (arrived_at IS NULL) AND (promised_at IS NULL))))),
    CONSTRAINT bookings_amounts CHECK (((LEAST(estimate, estimate_distance, distance, trip_cost, customer_paid, cash_payment_amount, card_payment_amount, used_wallet_money, discount_amount, payable_amount, tip_amount, tax_amount, cancellation_fee) >= (0)::numeric) AND (GREATEST(estimate, estimate_distance, distance, trip_cost, customer_paid, cash_payment_amount, card_payment_amount, used_wallet_money, discount_amount, payable_amount, tip_amount, tax_amount, cancellation_fee) < '1000000000000'::numeric))),
    CONSTRAINT bookings_arrived CHECK (
CASE
    WHEN ((status)::text = ANY (ARRAY['PAYMENT_PENDING'::text, 'NEW'::text, 'ACCEPTED'::text])) THEN (arrived_at IS NULL)
    WHEN ((status)::text = 'CANCELLED'::text) THEN true
    ELSE ((arrived_at IS NOT NULL) AND (engaged_at IS NOT NULL))
END),
    CONSTRAINT bookings_cancellation_fee CHECK (((cancellation_fee = (0)::numeric) OR (((status)::text = 'CANCELLED'::text) AND ((cancelled_by = 'rider'::text) OR ((cancelled_by = 'driver'::text) AND (reason = 'no_show'::text)))))),
    CONSTRAINT bookings_cancelled CHECK ((((cancelled_at IS NOT NULL) = ((status)::text = 'CANCELLED'::text)) AND ((cancelled_by IS NOT NULL) = ((status)::text = 'CANCELLED'::text)))),
    CONSTRAINT bookings_cancelled_by_check CHECK ((cancelled_by = ANY (ARRAY['rider'::text, 'driver'::text, 'admin'::text, 'system'::text]))),
    CONSTRAINT bookings_cash_rounding CHECK ((abs(cash_rounding) < '1000000'::numeric)),
    CONSTRAINT bookings_category_check CHECK ((category = ANY (ARRAY['taxi'::text, 'delivery'::text]))),
    CONSTRAINT bookings_completed CHECK (((completed_at IS NOT NULL) = ((status)::text = 'COMPLETE'::text))),
    CONSTRAINT bookings_contact_masked CHECK ((customer_contact ~ '^[*]{3}.{0,2}$'::text)),
    CONSTRAINT bookings_counts CHECK (((LEAST(estimate_time, total_trip_time, driver_cancel_count, parcel_type_index, option_index) >= 0) AND (driver_cancel_count <= 2) AND (GREATEST(parcel_type_index, option_index) < 100) AND ((driver_rating >= (1)::numeric) AND (driver_rating <= (5)::numeric)))),
    CONSTRAINT bookings_discount CHECK (((discount_amount <= trip_cost) AND ((discount_amount = (0)::numeric) OR promo_applied))),
    CONSTRAINT bookings_driver CHECK (
CASE
    WHEN ((status)::text = ANY (ARRAY['PAYMENT_PENDING'::text, 'NEW'::text])) THEN (driver_id IS NULL)
    WHEN ((status)::text = 'CANCELLED'::text) THEN true
    ELSE (driver_id IS NOT NULL)
END),
    CONSTRAINT bookings_driver_facts CHECK (((driver_id IS NOT NULL) OR (num_nonnulls(fleet_id, driver_name, vehicle_number) = 0))),
    CONSTRAINT bookings_guest_name_check CHECK (((btrim(guest_name) <> ''::text) AND (length(guest_name) <= 80))),
    CONSTRAINT bookings_later CHECK (((NOT book_later) OR (trip_at > created_at))),
    CONSTRAINT bookings_lists CHECK (((jsonb_typeof(fare_lines) = 'array'::text) AND (jsonb_typeof(waypoints) = 'array'::text) AND (jsonb_array_length(waypoints) <= 23))),
    CONSTRAINT bookings_paid CHECK (((paid_at IS NOT NULL) = ((status)::text = ANY (ARRAY['PAID'::text, 'COMPLETE'::text])))),
    CONSTRAINT bookings_payment_mode_check CHECK ((payment_mode = ANY (ARRAY['cash'::text, 'card'::text, 'wallet'::text]))),
    CONSTRAINT bookings_payment_pending CHECK ((((status)::text <> 'PAYMENT_PENDING'::text) OR ((category = 'delivery'::text) AND (payment_mode <> 'cash'::text) AND (NOT booking_type_admin)))),
    CONSTRAINT bookings_places CHECK ((app.is_place(pickup_lat, pickup_lng) AND app.is_place(drop_lat, drop_lng))),
    CONSTRAINT bookings_prepaid CHECK (((NOT prepaid) OR ((category = 'delivery'::text) AND (payment_mode <> 'cash'::text) AND (NOT booking_type_admin) AND ((status)::text <> 'PAYMENT_PENDING'::text)))),
    CONSTRAINT bookings_promo CHECK (((promo_applied = (promo_code IS NOT NULL)) AND (promo_applied = (promo_details IS NOT NULL)))),
    CONSTRAINT bookings_reached CHECK ((((reached_at IS NOT NULL) = ((status)::text = ANY (ARRAY['REACHED'::text, 'PENDING'::text, 'PAID'::text, 'COMPLETE'::text]))) AND ((total_trip_time IS NULL) OR (reached_at IS NOT NULL)))),
    CONSTRAINT bookings_reason_check CHECK ((length(reason) <= 500)),
    CONSTRAINT bookings_reference_check CHECK ((reference ~ '^[A-Z]{6}$'::text)),
    CONSTRAINT bookings_returning CHECK (((returning_at IS NULL) OR ((category = 'delivery'::text) AND (started_at IS NOT NULL)))),
    CONSTRAINT bookings_started CHECK (((started_at IS NOT NULL) = ((status)::text = ANY (ARRAY['STARTED'::text, 'REACHED'::text, 'PENDING'::text, 'PAID'::text, 'COMPLETE'::text]))))
);

COMMENT ON TABLE public.bookings IS 'One ride or parcel. People''s names, cars and prices are copied at the moment they counted.';

COMMENT ON COLUMN public.bookings.reference IS 'Six letters for people to say aloud.';

COMMENT ON COLUMN public.bookings.category IS 'taxi or delivery, copied from the car type.';

COMMENT ON COLUMN public.bookings.status IS 'Only app.move_booking changes it, along booking_transitions.';

COMMENT ON COLUMN public.bookings.customer_name IS 'As the profile said when it was booked; the image likewise.';

COMMENT ON COLUMN public.bookings.customer_contact IS 'The last two digits of the rider''s number, to tell riders of one name apart; the number is in booking_contacts.';

COMMENT ON COLUMN public.bookings.customer_image IS 'Path of the rider''s picture in the bucket users.';

COMMENT ON COLUMN public.bookings.guest_name IS 'Who travels where the rider booked for somebody else.';

COMMENT ON COLUMN public.bookings.car_type IS 'Name of the car type when it was booked.';

COMMENT ON COLUMN public.bookings.car_image IS 'Image of the car type when it was booked.';

COMMENT ON COLUMN public.bookings.waypoints IS 'Stops between pickup and drop [{lat, lng, add, point_name?}], in order.';

COMMENT ON COLUMN public.bookings.polyline IS 'The quoted way as an encoded polyline.';

COMMENT ON COLUMN public.bookings.book_later IS 'Whether it was booked for trip_at instead of now.';

COMMENT ON COLUMN public.bookings.trip_at IS 'When the ride is wanted; the creation time for Book Now.';

COMMENT ON COLUMN public.bookings.estimate IS 'trip_cost as quoted; distance km and time seconds beside it.';

COMMENT ON COLUMN public.bookings.estimate_distance IS 'Kilometres as quoted.';

COMMENT ON COLUMN public.bookings.estimate_time IS 'Seconds as quoted.';

COMMENT ON COLUMN public.bookings.distance IS 'Kilometres charged; null before the end.';

COMMENT ON COLUMN public.bookings.trip_cost IS 'The fare: as quoted, from the end of the trip on the final one.';

COMMENT ON COLUMN public.bookings.fare_lines IS 'The rider''s lines, fee folded in; their sum is trip_cost.';

COMMENT ON COLUMN public.bookings.payment_mode IS 'cash, card or wallet: what was chosen, at the end what paid.';

COMMENT ON COLUMN public.bookings.prepaid IS 'Paid before the trip began.';

COMMENT ON COLUMN public.bookings.customer_paid IS 'What the rider has paid so far, by whatever way.';

COMMENT ON COLUMN public.bookings.cash_payment_amount IS 'What the driver has to collect in cash.';

COMMENT ON COLUMN public.bookings.card_payment_amount IS 'What cards paid of it.';

COMMENT ON COLUMN public.bookings.used_wallet_money IS 'What the wallet paid of it.';

COMMENT ON COLUMN public.bookings.discount_amount IS 'What the promotion takes off trip_cost.';

COMMENT ON COLUMN public.bookings.cash_rounding IS 'What rounding to settings.cash_unit adds to the cash, or takes off it: in payable_amount and customer_paid, not in trip_cost.';

COMMENT ON COLUMN public.bookings.payable_amount IS 'What is left to pay, rounded where that is cash.';

COMMENT ON COLUMN public.bookings.tip_amount IS 'Wholly the driver''s, outside trip_cost.';

COMMENT ON COLUMN public.bookings.tax_amount IS 'Tax included in trip_cost.';

COMMENT ON COLUMN public.bookings.gateway IS 'The provider that a card was paid with.';

COMMENT ON COLUMN public.bookings.promo_applied IS 'Whether a promotion is used.';

COMMENT ON COLUMN public.bookings.promo_code IS 'Name of the promotion as the operator spells it.';

COMMENT ON COLUMN public.bookings.promo_details IS 'The promotion as it stood when it was applied: {promo_id, code, type, value, max, min_order}.';

COMMENT ON COLUMN public.bookings.pickup_image IS 'Path of the driver''s picture of the parcel when fetched, in the bucket bookings.';

COMMENT ON COLUMN public.bookings.deliver_image IS 'Path of the driver''s picture of the parcel when handed over.';

COMMENT ON COLUMN public.bookings.returning_at IS 'When a parcel that could not be handed over turned back to its sender.';

COMMENT ON COLUMN public.bookings.reminded_at IS 'When rider and driver of a later booking were reminded.';

COMMENT ON COLUMN public.bookings.driver_name IS 'As the profile said when it was accepted; image and rating likewise.';

COMMENT ON COLUMN public.bookings.driver_image IS 'Path of the driver''s picture in the bucket users.';

COMMENT ON COLUMN public.bookings.driver_rating IS 'Average of the driver''s stars then.';

COMMENT ON COLUMN public.bookings.vehicle_number IS 'Plate of the car when it was accepted; make, model and colour likewise.';

COMMENT ON COLUMN public.bookings.vehicle_make IS 'For the rider to find the car.';

COMMENT ON COLUMN public.bookings.vehicle_model IS 'For the rider to find the car.';

COMMENT ON COLUMN public.bookings.vehicle_color IS 'For the rider to find the car.';

COMMENT ON COLUMN public.bookings.fleet_id IS 'The fleet the driver belonged to when accepting; a later change of fleet rewrites nothing.';

COMMENT ON COLUMN public.bookings.accepted_at IS 'When the driver accepted; null while nobody has.';

COMMENT ON COLUMN public.bookings.promised_at IS 'By when the driver said to be there: later, and a rider''s cancelling gets no dearer.';

COMMENT ON COLUMN public.bookings.engaged_at IS 'From when the booking makes its driver busy; null before, for a later booking.';

COMMENT ON COLUMN public.bookings.total_trip_time IS 'Seconds from start to end.';

COMMENT ON COLUMN public.bookings.reason IS 'Why it was cancelled: what a person chose or wrote, or a key such as no_show, no_driver_available, payment_timeout.';

COMMENT ON COLUMN public.bookings.cancelled_by IS 'rider, driver, admin or system.';

COMMENT ON COLUMN public.bookings.cancellation_fee IS 'What the rider owes for cancelling.';

COMMENT ON COLUMN public.bookings.driver_cancel_count IS 'How often a driver gave the booking back; the third time it ends.';

COMMENT ON COLUMN public.bookings.otp_secure IS 'Whether a start code was asked for when it was booked.';

COMMENT ON COLUMN public.bookings.booking_type_admin IS 'Whether an admin booked it.';

COMMENT ON COLUMN public.bookings.dispatch_note IS 'Key of why nobody comes yet: no_driver_nearby, no_driver_answered, driver_cancelled.';

COMMENT ON COLUMN public.bookings.parcel_type_index IS 'Place of parcel_type_selected in the car type''s list when it was booked; option_index likewise.';

COMMENT ON COLUMN public.bookings.option_index IS 'Place of option_selected in the car type''s list.';

COMMENT ON COLUMN public.bookings.parcel_type_selected IS '{description, amount} as chosen.';

COMMENT ON COLUMN public.bookings.option_selected IS '{description, amount} as chosen.';

COMMENT ON COLUMN public.bookings.created_by IS 'The rider, or the admin who booked for them.';

COMMENT ON COLUMN public.bookings.pickup_point_name IS 'What the server''s own map calls the point of the pickup, beside the words of whoever booked; null where it has none.';

COMMENT ON COLUMN public.bookings.drop_point_name IS 'The same of the drop that was quoted.';

CREATE FUNCTION app.accepted_fare(booking public.bookings) RETURNS numeric
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce((select p.trip_cost from public.route_proposals p where p.booking_id = (booking).id and p.status = 'accepted'
      and p.answered_at >= (booking).accepted_at order by p.answered_at desc, p.id desc limit 1),
    (select (r.before ->> 'estimate')::numeric from public.booking_revisions r
    where r.booking_id = (booking).id and r.kind = 'route' and r.at >= (booking).accepted_at order by r.at, r.id limit 1), (booking).estimate)
$$;

COMMENT ON FUNCTION app.accepted_fare(booking public.bookings) IS 'The fare to which the driver agreed, by accepting the booking or a cheaper route.';

CREATE FUNCTION app.access_token_hook(event jsonb) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  -- What people write of themselves would make every request as long, and nothing reads it there.
  v_claims jsonb := coalesce(event -> 'claims', '{}') || case when event #> '{claims,user_metadata}' is null then '{}' else '{"user_metadata": {}}'::jsonb end;
  v_person record;
  v_refusal text := app.refusal_of((event ->> 'user_id')::uuid);
begin
  if app.is_silent_number((event ->> 'user_id')::uuid) then
    return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', 'number_silent'));
  end if;
  select p.usertype, case p.usertype when 'fleetadmin' then p.id else d.fleet_id end as fleet_id into v_person
  from public.profiles p left join public.drivers d on d.id = p.id
  where p.id = (event ->> 'user_id')::uuid;
  if not found then
    return jsonb_set(event, '{claims}', v_claims - 'user_role' - 'fleet_id');
  end if;
  if v_refusal is not null then
    return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', v_refusal));
  end if;
  return jsonb_set(event, '{claims}', v_claims - 'fleet_id'
    || jsonb_strip_nulls(jsonb_build_object('user_role', v_person.usertype, 'fleet_id', v_person.fleet_id)));
end $$;

COMMENT ON FUNCTION app.access_token_hook(event jsonb) IS 'Adds user_role and fleet_id to the claims of a token and takes user metadata out; refuses numbers that were silent for long (number_silent), drivers and staff who are not approved (require_approval) and suspended people without a trip to finish (account_suspended).';

CREATE FUNCTION app.act(role text, actor uuid DEFAULT NULL::uuid, lat double precision DEFAULT NULL::double precision, lng double precision DEFAULT NULL::double precision, note text DEFAULT NULL::text) RETURNS void
    LANGUAGE sql
    SET search_path TO ''
    AS $$
  select set_config('app.actor', jsonb_build_object('role', role, 'actor', actor, 'lat', lat, 'lng', lng, 'note', app.plain_lines(note))::text, true)
$$;

COMMENT ON FUNCTION app.act(role text, actor uuid, lat double precision, lng double precision, note text) IS 'Names the actor, the place and a note for the status changes that follow in this transaction.';

CREATE FUNCTION app.act_as_driver(driver_id uuid, note text DEFAULT NULL::text) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select app.act('driver', act_as_driver.driver_id, p.lat, p.lng, act_as_driver.note)
  from (select 1) one left join public.driver_positions p on p.driver_id = act_as_driver.driver_id
$$;

CREATE FUNCTION app.actor() RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select coalesce(nullif(current_setting('app.actor', true), '')::jsonb, '{"role": "system"}')
$$;

CREATE TABLE public.earnings_months (
    month date NOT NULL,
    driver_id uuid,
    fleet_id uuid,
    rides integer DEFAULT 0 NOT NULL,
    trip_cost numeric DEFAULT 0 NOT NULL,
    ride_cost numeric DEFAULT 0 NOT NULL,
    driver_share numeric DEFAULT 0 NOT NULL,
    convenience_fees numeric DEFAULT 0 NOT NULL,
    discount_amount numeric DEFAULT 0 NOT NULL,
    cancellations integer DEFAULT 0 NOT NULL,
    cancellation_fee numeric DEFAULT 0 NOT NULL,
    free_ride_discounts numeric DEFAULT 0 NOT NULL,
    cancellation_share numeric DEFAULT 0 NOT NULL,
    CONSTRAINT earnings_months_month_check CHECK ((month = date_trunc('month'::text, (month)::timestamp with time zone)))
)
WITH (fillfactor='50');

COMMENT ON TABLE public.earnings_months IS 'Earnings of a month in settings.time_zone, per driver and the fleet stamped on the bookings; a driver who changes fleet has a row for each.';

COMMENT ON COLUMN public.earnings_months.month IS 'First day of the month.';

COMMENT ON COLUMN public.earnings_months.rides IS 'Bookings paid in the month with a convenience fee above 0; amounts count the same bookings.';

COMMENT ON COLUMN public.earnings_months.trip_cost IS 'Fares of the rides counted.';

COMMENT ON COLUMN public.earnings_months.ride_cost IS 'Fares without convenience fees.';

COMMENT ON COLUMN public.earnings_months.driver_share IS 'What the driver earned.';

COMMENT ON COLUMN public.earnings_months.convenience_fees IS 'Gross earnings of the operator.';

COMMENT ON COLUMN public.earnings_months.discount_amount IS 'Promotions on the rides counted.';

COMMENT ON COLUMN public.earnings_months.cancellations IS 'Bookings cancelled in the month with a fee; they are no rides.';

COMMENT ON COLUMN public.earnings_months.cancellation_fee IS 'Fees of the cancellations.';

COMMENT ON COLUMN public.earnings_months.free_ride_discounts IS 'Promotions on rides without a convenience fee, which are no rides of the report: what expense.promotions has beyond discount_amount.';

COMMENT ON COLUMN public.earnings_months.cancellation_share IS 'Part of cancellation_fee that went to the driver (settings.cancellation_driver_percent), as the ledger moved it.';

CREATE FUNCTION app.add_earnings(booking_id uuid, at timestamp with time zone, e public.earnings_months) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_day date := app.day_of(add_earnings.at);
begin
  perform pg_advisory_xact_lock_shared(4841550);
  insert into app.earnings_entries (day, driver_id, fleet_id, booking_id, rides, trip_cost, ride_cost, driver_share, convenience_fees,
    discount_amount, cancellations, cancellation_fee, free_ride_discounts, cancellation_share)
  values (v_day, e.driver_id, e.fleet_id, add_earnings.booking_id, e.rides, e.trip_cost, e.ride_cost, e.driver_share, e.convenience_fees,
    e.discount_amount, e.cancellations, e.cancellation_fee, e.free_ride_discounts, e.cancellation_share);
  insert into public.earnings_months as m select e.*
  on conflict (month, driver_id, fleet_id) do update set
    rides = m.rides + excluded.rides, trip_cost = m.trip_cost + excluded.trip_cost, ride_cost = m.ride_cost + excluded.ride_cost,
    driver_share = m.driver_share + excluded.driver_share, convenience_fees = m.convenience_fees + excluded.convenience_fees,
    discount_amount = m.discount_amount + excluded.discount_amount, cancellations = m.cancellations + excluded.cancellations,
    cancellation_fee = m.cancellation_fee + excluded.cancellation_fee,
    free_ride_discounts = m.free_ride_discounts + excluded.free_ride_discounts,
    cancellation_share = m.cancellation_share + excluded.cancellation_share;
  if e.rides <> 0 or e.convenience_fees <> 0 then
    insert into public.earnings_days as d (day, driver_id, fleet_id, rides, convenience_fees)
    values (v_day, e.driver_id, e.fleet_id, e.rides, e.convenience_fees)
    on conflict (day, driver_id, fleet_id) do update set
      rides = d.rides + excluded.rides, convenience_fees = d.convenience_fees + excluded.convenience_fees;
  end if;
  -- A payment begun before midnight may arrive when its month is closed.
  if e.month <= (select max(t.month) from app.earnings_totals t) then
    insert into app.earnings_totals as t select e.month, e.rides, e.trip_cost, e.ride_cost, e.driver_share, e.convenience_fees,
      e.discount_amount, e.cancellations, e.cancellation_fee, e.free_ride_discounts, e.cancellation_share
    on conflict (month) do update set
      rides = t.rides + excluded.rides, trip_cost = t.trip_cost + excluded.trip_cost, ride_cost = t.ride_cost + excluded.ride_cost,
      driver_share = t.driver_share + excluded.driver_share, convenience_fees = t.convenience_fees + excluded.convenience_fees,
      discount_amount = t.discount_amount + excluded.discount_amount, cancellations = t.cancellations + excluded.cancellations,
      cancellation_fee = t.cancellation_fee + excluded.cancellation_fee,
      free_ride_discounts = t.free_ride_discounts + excluded.free_ride_discounts,
      cancellation_share = t.cancellation_share + excluded.cancellation_share;
  end if;
end $$;

COMMENT ON FUNCTION app.add_earnings(booking_id uuid, at timestamp with time zone, e public.earnings_months) IS 'Adds to a driver''s month and day what a booking brought at a moment, and keeps it as a line.';

CREATE FUNCTION app.add_event(booking_id uuid, from_status public.booking_status, to_status public.booking_status, note text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_actor jsonb := app.actor();
  e public.booking_events;
begin
  e.booking_id := add_event.booking_id;
  e.from_status := add_event.from_status;
  e.to_status := add_event.to_status;
  e.actor_id := (v_actor ->> 'actor')::uuid;
  e.actor_role := v_actor ->> 'role';
  e.lat := (v_actor ->> 'lat')::double precision;
  e.lng := (v_actor ->> 'lng')::double precision;
  e.at := app.now();
  e.note := add_event.note;
  e.prev_hash := coalesce(
    (select p.hash from public.booking_events p where p.booking_id = e.booking_id order by p.id desc limit 1), '');
  insert into public.booking_events (booking_id, from_status, to_status, actor_id, actor_role, lat, lng, at, note, prev_hash, hash)
  values (e.booking_id, e.from_status, e.to_status, e.actor_id, e.actor_role, e.lat, e.lng, e.at, e.note, e.prev_hash, app.event_hash(e));
end $$;

COMMENT ON FUNCTION app.add_event(booking_id uuid, from_status public.booking_status, to_status public.booking_status, note text) IS 'Adds to the history of a booking whose row the caller has locked, on behalf of app.act''s actor.';

CREATE FUNCTION app.add_rating(booking_id uuid, from_id uuid, to_id uuid, stars integer, comment text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  insert into public.ratings (booking_id, from_id, to_id, stars)
  values (add_rating.booking_id, add_rating.from_id, add_rating.to_id, add_rating.stars);
  insert into public.rating_comments (booking_id, from_id, to_id, comment)
  select add_rating.booking_id, add_rating.from_id, add_rating.to_id, c.said
  from (select btrim(left(add_rating.comment, 1000)) as said) c where c.said <> '';
  if (select count(*) from public.ratings g where g.booking_id = add_rating.booking_id) = 2 then
    update public.ratings g set shown_from = least(g.shown_from, app.now()) where g.booking_id = add_rating.booking_id;
    perform app.count_rating(g) from public.ratings g where g.booking_id = add_rating.booking_id and not g.counted order by g.to_id;
  end if;
end $$;

CREATE FUNCTION app.add_tries_slot() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_slot integer;
begin
  insert into app.code_tries default values returning slot into v_slot;
  execute format('create sequence app.code_tries_%s', v_slot);
  return v_slot;
end $$;

CREATE FUNCTION app.added_lines(rule jsonb, inputs jsonb, way numeric, places integer) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  with waited as (
    select w.secs, w.rate from (select app.amount_in(rule -> 'waiting_rate_per_hour') as rate, app.amount_in(inputs -> 'stop_wait_secs')
      + greatest(0, app.amount_in(inputs -> 'wait_secs') - app.amount_in(rule -> 'free_wait') * 60) as secs) w),
  lines (part, place, line) as (
    select 1, 1, app.fare_line('parcel_type', round(app.amount_in(inputs #> '{parcel_type,amount}'), places), name => inputs #>> '{parcel_type,description}')
    union all select 2, 1, app.fare_line('option', round(app.amount_in(inputs #> '{option,amount}'), places), name => inputs #>> '{option,description}')
    union all
    select s.part, e.place, app.fare_line(s.key, round(case when e.item ? 'percent' then way * app.amount_in(e.item -> 'percent') / 100
      else app.amount_in(e.item -> 'amount') end, places), name => e.item ->> 'name',
      percent => case when e.item ? 'percent' then app.amount_in(e.item -> 'percent') end)
    from (values (3, 'zone_surcharge', rule -> 'zones'), (4, 'tariff_window', rule -> 'windows')) s (part, key, list),
      jsonb_array_elements(case when jsonb_typeof(s.list) = 'array' then s.list else '[]' end) with ordinality e (item, place)
    union all select 5, 1, app.fare_line('waiting', round(w.rate * w.secs / 3600, places), round(w.secs / 60, 2), 'min', round(w.rate / 60, 4))
    from waited w
    union all
    select 6, e.place, app.fare_line(case when e.item ->> 'key' in ('toll', 'parking', 'route_change') then e.item ->> 'key' else 'extra' end,
      round(app.amount_in(e.item -> 'amount'), places), name => e.item ->> 'note')
    from jsonb_array_elements(case when jsonb_typeof(inputs -> 'extras') = 'array' then inputs -> 'extras' else '[]' end)
      with ordinality e (item, place))
  select coalesce(jsonb_agg(l.line order by l.part, l.place), '[]') from lines l where (l.line ->> 'amount')::numeric > 0
$$;

CREATE FUNCTION app.affords(driver_id uuid, booking_id uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if (select s.negative_balance from public.settings s where s.id = 1) then return true; end if;
  return coalesce((
    select b.payment_mode <> 'cash' or b.prepaid or p.wallet_balance - p.bonus_balance + f.driver_share - b.payable_amount >= 0
    from public.bookings b join public.booking_finances f on f.booking_id = b.id
    join public.profiles p on p.id = affords.driver_id
    where b.id = affords.booking_id), false);
end $$;

COMMENT ON FUNCTION app.affords(driver_id uuid, booking_id uuid) IS 'Whether a driver''s wallet stays at zero or above when this booking is paid; always true with settings.negative_balance and for what is not paid in cash.';

CREATE FUNCTION app.after_sql(by text, id text, forth boolean, is_time boolean, value text, last text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $_$
  select format(case when not is_time then '(%1$s, %2$s) %5$s (%3$s, %4$s)' else '%1$s %5$s= %3$s and (%1$s %5$s %3$s or %2$s %6$s %4$s)' end,
    by, id, value, last, case when forth then '>' else '<' end, case when forth then '<' else '>' end)
$_$;

COMMENT ON FUNCTION app.after_sql(by text, id text, forth boolean, is_time boolean, value text, last text) IS 'The condition for what comes after a row: its value in the column that sorts, and its id.';

CREATE FUNCTION app.allot_code_tries(was public.bookings, booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_slot integer;
begin
  -- Another driver begins with five tries; at most three drivers ever carry one booking.
  if (was).driver_id is distinct from (booking).driver_id then
    update app.start_codes c set attempts = 0 where c.booking_id = (booking).id and c.attempts > 0;
  end if;
  -- A parcel's code is checked at its drop, so its slot stays taken on the way.
  if (was).status in ('ARRIVED', 'STARTED') and not ((booking).status = 'STARTED' and (booking).category = 'delivery') then
    update app.code_tries t set booking_id = null, driver_id = null where t.booking_id = (booking).id;
  end if;
  if (booking).status <> 'ARRIVED' or not exists (select 1 from app.start_codes c where c.booking_id = (booking).id) then return; end if;
  select t.slot into v_slot from app.code_tries t where t.booking_id is null order by t.slot limit 1 for update skip locked;
  v_slot := coalesce(v_slot, app.add_tries_slot());
  update app.code_tries t set booking_id = (booking).id, driver_id = (booking).driver_id, kept = app.tries_made(t.slot),
    server_start = pg_postmaster_start_time() where t.slot = v_slot;
end $$;

COMMENT ON FUNCTION app.allot_code_tries(was public.bookings, booking public.bookings) IS 'Counts the tries of the start code for each driver: taken on arrival, returned when no code is left to check.';

CREATE FUNCTION app.amount_in(value jsonb) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $_$
  select case when jsonb_typeof(value) in ('number', 'string') and (value #>> '{}') ~ '^[0-9]{1,9}(\.[0-9]+)?$'
    then (value #>> '{}')::numeric else 0 end
$_$;

COMMENT ON FUNCTION app.amount_in(value jsonb) IS 'The number in a JSON value; 0 for what is none, negative, or a billion and more.';

CREATE FUNCTION app.anchor(lat double precision, lng double precision) RETURNS point
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select point(6378137 * radians(lng), 6378137 * ln(tan(pi() / 4 + radians(greatest(-85, least(85, lat))) / 2)))
$$;

COMMENT ON FUNCTION app.anchor(lat double precision, lng double precision) IS 'Mercator point in metres. Ground metres = these x 0.99888 x cos(latitude).';

CREATE FUNCTION app.announce(user_id uuid, key text, params jsonb) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.notify(announce.user_id, announce.key, announce.params);
  perform app.announce_to(u.id, u.email, u.phone, announce.key, announce.params) from auth.users u where u.id = announce.user_id;
end $$;

COMMENT ON FUNCTION app.announce(user_id uuid, key text, params jsonb) IS 'Tells a person something on every road: notice, push, and mail and text message to the proved contacts.';

CREATE FUNCTION app.announce_to(user_id uuid, email text, phone text, key text, params jsonb) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if coalesce(current_setting('app.quiet', true), '') <> '' then return; end if;
  insert into app.outbox (kind, user_id, payload)
  select r.kind, announce_to.user_id, jsonb_build_object(case r.kind when 'mail' then 'email' else 'phone' end, r.address,
    'lang', (select p.lang_locale from public.profiles p where p.id = announce_to.user_id),
    'title', announce_to.key || '.title', 'msg', announce_to.key || '.text', 'params', announce_to.params)
  from (values ('mail', announce_to.email), ('sms', announce_to.phone)) r (kind, address) where coalesce(r.address, '') <> '';
end $$;

COMMENT ON FUNCTION app.announce_to(user_id uuid, email text, phone text, key text, params jsonb) IS 'Queues a mail and a text message with the words of a notice.';

CREATE FUNCTION app.area_metres() RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $$ select 300 $$;

COMMENT ON FUNCTION app.area_metres() IS 'How far a place is from the middle of its area at most, metres; pages draw that circle.';

CREATE FUNCTION app.area_of(lat double precision, lng double precision, OUT area_lat double precision, OUT area_lng double precision) RETURNS record
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $$
  select m.lat, round(greatest(-180, least(180, (floor(area_of.lng / s.width) + 0.5) * s.width))::numeric, 6)::double precision
  from (select round(app.area_metres() * 1.4 / 111320, 6)::double precision as high) c
  cross join lateral (select round(((floor(area_of.lat / c.high) + 0.5) * c.high)::numeric, 6)::double precision as lat) m
  cross join lateral (select c.high / greatest(0.05, cos(radians(m.lat))) as width) s
$$;

COMMENT ON FUNCTION app.area_of(lat double precision, lng double precision, OUT area_lat double precision, OUT area_lng double precision) IS 'The middle of the area that holds a place: what a driver who is asked may know of it.';

CREATE TABLE app.dispatch_queue (
    booking_id uuid NOT NULL,
    due_at timestamp with time zone NOT NULL,
    first_at timestamp with time zone,
    wave integer DEFAULT 0 NOT NULL,
    waves_before integer DEFAULT 0 NOT NULL,
    rest_until timestamp with time zone,
    CONSTRAINT dispatch_queue_waves CHECK (((waves_before >= 0) AND (waves_before <= wave)))
);

COMMENT ON TABLE app.dispatch_queue IS 'Bookings that wait for a driver, and when each is looked at next.';

COMMENT ON COLUMN app.dispatch_queue.waves_before IS 'Waves of an earlier search for the same booking, whose driver gave it back.';

COMMENT ON COLUMN app.dispatch_queue.rest_until IS 'After wave_count waves: until when nobody is asked, unless someone declines.';

CREATE TABLE public.settings (
    id integer DEFAULT 1 NOT NULL,
    app_name text DEFAULT 'Hackney'::text NOT NULL,
    symbol text DEFAULT 'CHF'::text NOT NULL,
    code text DEFAULT 'CHF'::text NOT NULL,
    "decimal" integer DEFAULT 2 NOT NULL,
    swipe_symbol boolean DEFAULT false NOT NULL,
    cash_unit numeric DEFAULT 0 NOT NULL,
    otp_secure boolean DEFAULT true NOT NULL,
    driver_approval boolean DEFAULT true NOT NULL,
    bonus numeric DEFAULT 0 NOT NULL,
    referral_min_km numeric DEFAULT 3 NOT NULL,
    referral_min_minutes integer DEFAULT 5 NOT NULL,
    referral_monthly_cap integer DEFAULT 5 NOT NULL,
    wallet_money_field text[] DEFAULT '{20,50,100}'::text[] NOT NULL,
    country text DEFAULT 'LI'::text NOT NULL,
    restrict_country boolean DEFAULT true NOT NULL,
    allow_country_selection boolean DEFAULT false NOT NULL,
    facebook_login_enabled boolean DEFAULT false NOT NULL,
    convert_to_mile boolean DEFAULT false NOT NULL,
    car_horn_repeat boolean DEFAULT false NOT NULL,
    allow_delivery_pickup_image_capture boolean DEFAULT false NOT NULL,
    allow_final_delivery_image_capture boolean DEFAULT false NOT NULL,
    rider_with_draw boolean DEFAULT false NOT NULL,
    horizontal_view boolean DEFAULT false NOT NULL,
    use_distance_matrix boolean DEFAULT false NOT NULL,
    driver_radius numeric DEFAULT 10 NOT NULL,
    duty_needs_position boolean DEFAULT false NOT NULL,
    auto_dispatch boolean DEFAULT true NOT NULL,
    negative_balance boolean DEFAULT true NOT NULL,
    bank_fields boolean DEFAULT true NOT NULL,
    show_live_route boolean DEFAULT true NOT NULL,
    panic text DEFAULT ''::text NOT NULL,
    allow_critical_edits_admin boolean DEFAULT true NOT NULL,
    logo text DEFAULT ''::text NOT NULL,
    company_name text DEFAULT ''::text NOT NULL,
    company_address text DEFAULT ''::text NOT NULL,
    company_website text DEFAULT ''::text NOT NULL,
    contact_email text DEFAULT ''::text NOT NULL,
    company_phone text DEFAULT ''::text NOT NULL,
    company_tax_number text DEFAULT ''::text NOT NULL,
    company_terms text DEFAULT ''::text NOT NULL,
    facebook_handle text DEFAULT ''::text NOT NULL,
    twitter_handle text DEFAULT ''::text NOT NULL,
    instagram_handle text DEFAULT ''::text NOT NULL,
    apple_store_link text DEFAULT ''::text NOT NULL,
    play_store_link text DEFAULT ''::text NOT NULL,
    app_category text DEFAULT 'taxi'::text NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    fare_mode text DEFAULT 'metered'::text NOT NULL,
    dispatch_mode text DEFAULT 'waves'::text NOT NULL,
    wave_size integer DEFAULT 8 NOT NULL,
    wave_count integer DEFAULT 3 NOT NULL,
    on_decline text DEFAULT 'cancel'::text NOT NULL,
    free_wait integer DEFAULT 5 NOT NULL,
    later_days integer DEFAULT 90 NOT NULL,
    lead_minutes integer DEFAULT 15 NOT NULL,
    reminder_minutes integer DEFAULT 30 NOT NULL,
    offer_timeout integer DEFAULT 20 NOT NULL,
    assign_timeout integer DEFAULT 120 NOT NULL,
    fleet_percent numeric DEFAULT 0 NOT NULL,
    free_cancellations integer DEFAULT 3 NOT NULL,
    cheaper_route text DEFAULT 'agree'::text NOT NULL,
    cheaper_route_percent numeric DEFAULT 50 NOT NULL,
    cancellation_driver_percent numeric DEFAULT 0 NOT NULL,
    refund_to text DEFAULT 'wallet'::text NOT NULL,
    tax_percent numeric DEFAULT 0 NOT NULL,
    receipt_prefix text DEFAULT ''::text NOT NULL,
    extra_limit numeric DEFAULT 50 NOT NULL,
    test_payments boolean DEFAULT false NOT NULL,
    phone_silence_days integer DEFAULT 180 NOT NULL,
    credit_limit numeric,
    payout_limit numeric,
    export_limit integer,
    two_people_bank boolean DEFAULT false NOT NULL,
    bank_change_hours integer DEFAULT 48 NOT NULL,
    updated_at timestamp with time zone DEFAULT app.now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT settings_app_category_check CHECK ((app_category = ANY (ARRAY['taxi'::text, 'delivery'::text, 'both'::text]))),
    CONSTRAINT settings_app_name_check CHECK (((btrim(app_name) <> ''::text) AND (length(app_name) <= 80))),
    CONSTRAINT settings_apple_store_link_check CHECK ((apple_store_link ~ '^(https?://[^[:space:]]+)?$'::text)),
    CONSTRAINT settings_assign_timeout_check CHECK (((assign_timeout >= 1) AND (assign_timeout <= 86400))),
    CONSTRAINT settings_bank_change_hours_check CHECK (((bank_change_hours >= 0) AND (bank_change_hours <= 720))),
    CONSTRAINT settings_bonus_check CHECK (((bonus >= (0)::numeric) AND (bonus <= (1000000)::numeric))),
    CONSTRAINT settings_cancellation_driver_percent_check CHECK (((cancellation_driver_percent >= (0)::numeric) AND (cancellation_driver_percent <= (100)::numeric))),
    CONSTRAINT settings_cash_unit CHECK ((cash_unit = round(cash_unit, "decimal"))),
    CONSTRAINT settings_cash_unit_check CHECK (((cash_unit >= (0)::numeric) AND (cash_unit <= (100000)::numeric))),
    CONSTRAINT settings_cheaper_route_check CHECK ((cheaper_route = ANY (ARRAY['agree'::text, 'compensate'::text]))),
    CONSTRAINT settings_cheaper_route_percent_check CHECK (((cheaper_route_percent >= (0)::numeric) AND (cheaper_route_percent <= (100)::numeric))),
    CONSTRAINT settings_code_check CHECK ((code ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT settings_company_address_check CHECK ((length(company_address) <= 500)),
    CONSTRAINT settings_company_name_check CHECK ((length(company_name) <= 500)),
    CONSTRAINT settings_company_phone_check CHECK ((company_phone ~ '^[0-9 ()+./-]{0,30}$'::text)),
    CONSTRAINT settings_company_tax_number_check CHECK ((company_tax_number ~ '^[A-Za-z0-9 ./-]{0,40}$'::text)),
    CONSTRAINT settings_company_terms_check CHECK ((company_terms ~ '^(https?://[^[:space:]]+)?$'::text)),
    CONSTRAINT settings_company_website_check CHECK ((company_website ~ '^(https?://[^[:space:]]+)?$'::text)),
    CONSTRAINT settings_contact_email_check CHECK ((contact_email ~ '^([^@[:space:]]+@[^@[:space:]]+)?$'::text)),
    CONSTRAINT settings_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT settings_credit_limit_check CHECK (((credit_limit >= (0)::numeric) AND (credit_limit <= (1000000)::numeric))),
    CONSTRAINT settings_decimal_check CHECK ((("decimal" >= 0) AND ("decimal" <= 4))),
    CONSTRAINT settings_dispatch_mode_check CHECK ((dispatch_mode = ANY (ARRAY['waves'::text, 'all'::text]))),
    CONSTRAINT settings_driver_radius_check CHECK (((driver_radius >= (0)::numeric) AND (driver_radius <= (1000)::numeric))),
    CONSTRAINT settings_export_limit_check CHECK (((export_limit >= 0) AND (export_limit <= 1000000))),
    CONSTRAINT settings_extra_limit_check CHECK (((extra_limit >= (0)::numeric) AND (extra_limit <= (100000)::numeric))),
    CONSTRAINT settings_facebook_handle_check CHECK ((facebook_handle ~ '^(https?://[^[:space:]]+|@?[A-Za-z0-9._-]{1,80})?$'::text)),
    CONSTRAINT settings_fare_mode_check CHECK ((fare_mode = ANY (ARRAY['metered'::text, 'upfront'::text]))),
    CONSTRAINT settings_fleet_percent_check CHECK (((fleet_percent >= (0)::numeric) AND (fleet_percent <= (100)::numeric))),
    CONSTRAINT settings_free_cancellations_check CHECK (((free_cancellations >= 0) AND (free_cancellations <= 1000))),
    CONSTRAINT settings_free_wait_check CHECK (((free_wait >= 0) AND (free_wait <= 1440))),
    CONSTRAINT settings_id_check CHECK ((id = 1)),
    CONSTRAINT settings_instagram_handle_check CHECK ((instagram_handle ~ '^(https?://[^[:space:]]+|@?[A-Za-z0-9._-]{1,80})?$'::text)),
    CONSTRAINT settings_later_days_check CHECK (((later_days >= 1) AND (later_days <= 365))),
    CONSTRAINT settings_lead_minutes_check CHECK (((lead_minutes >= 0) AND (lead_minutes <= 10080))),
    CONSTRAINT settings_logo_check CHECK ((logo ~ '^(logo-[a-z0-9-]{1,60})?$'::text)),
    CONSTRAINT settings_offer_timeout_check CHECK (((offer_timeout >= 1) AND (offer_timeout <= 3600))),
    CONSTRAINT settings_on_decline_check CHECK ((on_decline = ANY (ARRAY['cancel'::text, 'requeue'::text]))),
    CONSTRAINT settings_panic_check CHECK ((panic ~ '^([+]?[0-9][0-9 -]{1,19})?$'::text)),
    CONSTRAINT settings_payout_limit_check CHECK (((payout_limit >= (0)::numeric) AND (payout_limit <= (1000000)::numeric))),
    CONSTRAINT settings_phone_silence_days_check CHECK (((phone_silence_days >= 0) AND (phone_silence_days <= 3650))),
    CONSTRAINT settings_play_store_link_check CHECK ((play_store_link ~ '^(https?://[^[:space:]]+)?$'::text)),
    CONSTRAINT settings_receipt_prefix_check CHECK ((receipt_prefix ~ '^[A-Z0-9/-]{0,12}$'::text)),
    CONSTRAINT settings_referral_min_km_check CHECK (((referral_min_km >= (0)::numeric) AND (referral_min_km <= (1000)::numeric))),
    CONSTRAINT settings_referral_min_minutes_check CHECK (((referral_min_minutes >= 0) AND (referral_min_minutes <= 1440))),
    CONSTRAINT settings_referral_monthly_cap_check CHECK (((referral_monthly_cap >= 0) AND (referral_monthly_cap <= 10000))),
    CONSTRAINT settings_refund_to_check CHECK ((refund_to = ANY (ARRAY['wallet'::text, 'source'::text]))),
    CONSTRAINT settings_reminder_minutes_check CHECK (((reminder_minutes >= 0) AND (reminder_minutes <= 10080))),
    CONSTRAINT settings_symbol_check CHECK (((length(symbol) >= 1) AND (length(symbol) <= 8))),
    CONSTRAINT settings_tax_percent_check CHECK (((tax_percent >= (0)::numeric) AND (tax_percent <= (100)::numeric))),
    CONSTRAINT settings_twitter_handle_check CHECK ((twitter_handle ~ '^(https?://[^[:space:]]+|@?[A-Za-z0-9._-]{1,80})?$'::text)),
    CONSTRAINT settings_version_check CHECK ((version > 0)),
    CONSTRAINT settings_wallet_money_field_check CHECK ((array_to_string(wallet_money_field, '|'::text, '?'::text) ~ '^([0-9]{1,6}([.][0-9]{1,4})?([|](?=.)|$))*$'::text)),
    CONSTRAINT settings_wave_count_check CHECK (((wave_count >= 1) AND (wave_count <= 20))),
    CONSTRAINT settings_wave_size_check CHECK (((wave_size >= 1) AND (wave_size <= 500)))
);

COMMENT ON TABLE public.settings IS 'One row: everything the operator may change.';

COMMENT ON COLUMN public.settings.app_name IS 'In header, footer and texts.';

COMMENT ON COLUMN public.settings.symbol IS 'How money is written; code is the currency itself.';

COMMENT ON COLUMN public.settings.code IS 'Currency of quotes and payments (ISO 4217).';

COMMENT ON COLUMN public.settings."decimal" IS 'Decimals of money. Locked with code once the ledger has entries.';

COMMENT ON COLUMN public.settings.swipe_symbol IS 'The symbol stands after the amount.';

COMMENT ON COLUMN public.settings.cash_unit IS 'What is paid in cash is rounded to multiples of this, such as 0.05 where there is no smaller coin; 0 rounds nothing.';

COMMENT ON COLUMN public.settings.otp_secure IS 'A new booking has a start code of five digits.';

COMMENT ON COLUMN public.settings.driver_approval IS 'Who registers as a driver, or is added by a fleet, waits; fleet admins do not approve.';

COMMENT ON COLUMN public.settings.bonus IS 'What both sides of a referral receive, as money for fares only.';

COMMENT ON COLUMN public.settings.referral_min_km IS 'Kilometres that the ride which pays a bonus has at least.';

COMMENT ON COLUMN public.settings.referral_min_minutes IS 'Minutes that the ride which pays a bonus takes at least.';

COMMENT ON COLUMN public.settings.referral_monthly_cap IS 'Bonuses that one person can earn by inviting in a month.';

COMMENT ON COLUMN public.settings.wallet_money_field IS 'Amounts offered for topping up a wallet.';

COMMENT ON COLUMN public.settings.country IS 'ISO code: decides how numbers and dates are written, and where addresses are searched.';

COMMENT ON COLUMN public.settings.restrict_country IS 'Address search within country alone.';

COMMENT ON COLUMN public.settings.allow_country_selection IS 'Sign-in shows the choice of a country.';

COMMENT ON COLUMN public.settings.facebook_login_enabled IS 'Sign-in shows the social network''s button.';

COMMENT ON COLUMN public.settings.convert_to_mile IS 'Tariffs, quotes and driver_radius are in miles.';

COMMENT ON COLUMN public.settings.car_horn_repeat IS 'Pushes go to the channel bookings-repeat.';

COMMENT ON COLUMN public.settings.allow_delivery_pickup_image_capture IS 'The driver takes a picture on fetching a parcel.';

COMMENT ON COLUMN public.settings.allow_final_delivery_image_capture IS 'The driver takes a picture on handing a parcel over.';

COMMENT ON COLUMN public.settings.rider_with_draw IS 'Riders may request withdrawals, not drivers alone.';

COMMENT ON COLUMN public.settings.horizontal_view IS 'Cars stand side by side on the landing page.';

COMMENT ON COLUMN public.settings.use_distance_matrix IS 'The distance comes from the matrix service.';

COMMENT ON COLUMN public.settings.driver_radius IS 'How far from the pickup a driver may be to be asked: kilometres, or miles with convert_to_mile.';

COMMENT ON COLUMN public.settings.duty_needs_position IS 'A driver goes on duty only with a position, given then or at most a minute old. Off: it may be reported right after, and until then the driver is offered nothing.';

COMMENT ON COLUMN public.settings.auto_dispatch IS 'Drivers are searched for; off: admins assign.';

COMMENT ON COLUMN public.settings.negative_balance IS 'Off: no booking for drivers whose wallet would go below zero.';

COMMENT ON COLUMN public.settings.bank_fields IS 'Bank details are kept; off: set_bank_details refuses.';

COMMENT ON COLUMN public.settings.show_live_route IS 'The trip page draws the way still to go.';

COMMENT ON COLUMN public.settings.panic IS 'Number that the panic button of a taxi ride calls; empty shows no button.';

COMMENT ON COLUMN public.settings.allow_critical_edits_admin IS 'Off is the demo mode. Only the service role changes it.';

COMMENT ON COLUMN public.settings.logo IS 'Path of the operator''s own mark in the bucket company; empty shows the built-in one.';

COMMENT ON COLUMN public.settings.company_name IS 'On the contact page and in the footer.';

COMMENT ON COLUMN public.settings.company_address IS 'On the contact page.';

COMMENT ON COLUMN public.settings.company_website IS 'Linked in the footer and on the contact page.';

COMMENT ON COLUMN public.settings.contact_email IS 'On the contact page.';

COMMENT ON COLUMN public.settings.company_phone IS 'On the contact page.';

COMMENT ON COLUMN public.settings.company_tax_number IS 'The operator''s number as a taxpayer, on receipts.';

COMMENT ON COLUMN public.settings.company_terms IS 'Address of the terms.';

COMMENT ON COLUMN public.settings.facebook_handle IS 'Handle or address, linked on the contact page.';

COMMENT ON COLUMN public.settings.twitter_handle IS 'Handle or address, linked on the contact page.';

COMMENT ON COLUMN public.settings.instagram_handle IS 'Handle or address, linked on the contact page.';

COMMENT ON COLUMN public.settings.apple_store_link IS 'Where riders get the app; empty shows no link.';

COMMENT ON COLUMN public.settings.play_store_link IS 'Where riders get the app; empty shows no link.';

COMMENT ON COLUMN public.settings.app_category IS 'What riders can book: taxi, delivery or both.';

COMMENT ON COLUMN public.settings.time_zone IS 'Decides what today and this month mean.';

COMMENT ON COLUMN public.settings.fare_mode IS 'metered: taxi fares by the way driven; upfront: as quoted, plus waiting and extras.';

COMMENT ON COLUMN public.settings.dispatch_mode IS 'waves: wave_size drivers at a time in growing circles, wave_count of them, then again each minute; all: everyone within driver_radius at once.';

COMMENT ON COLUMN public.settings.wave_size IS 'Drivers asked at once in a wave.';

COMMENT ON COLUMN public.settings.wave_count IS 'Waves in which the search grows to driver_radius.';

COMMENT ON COLUMN public.settings.on_decline IS 'What the assigned driver''s no does without auto_dispatch: cancel, or requeue for the desk.';

COMMENT ON COLUMN public.settings.free_wait IS 'Minutes a driver waits at the pickup without charge.';

COMMENT ON COLUMN public.settings.later_days IS 'How many days ahead a later booking may begin.';

COMMENT ON COLUMN public.settings.lead_minutes IS 'Minutes before trip_at at which a later booking is offered and engages its driver.';

COMMENT ON COLUMN public.settings.reminder_minutes IS 'Minutes before trip_at at which rider and driver of a later booking are reminded.';

COMMENT ON COLUMN public.settings.offer_timeout IS 'Seconds a driver has to answer an offer.';

COMMENT ON COLUMN public.settings.assign_timeout IS 'Seconds a driver has to answer an admin''s assignment.';

COMMENT ON COLUMN public.settings.fleet_percent IS 'Part of a driver''s share that goes to the driver''s fleet at PAID.';

COMMENT ON COLUMN public.settings.free_cancellations IS 'How often in 24 hours a rider may cancel on a driver without a fee; after that the lowest slab is due.';

COMMENT ON COLUMN public.settings.cheaper_route IS 'When a rider makes the route cheaper after acceptance: agree waits for the driver, compensate pays the driver a part of the difference.';

COMMENT ON COLUMN public.settings.cheaper_route_percent IS 'Percent of the difference that compensates the driver.';

COMMENT ON COLUMN public.settings.cancellation_driver_percent IS 'Percent of a cancellation fee that goes to the driver who came in vain, once the rider has paid it.';

COMMENT ON COLUMN public.settings.refund_to IS 'Where the rest of a cancelled paid booking goes: the rider''s wallet, or back to where it came from.';

COMMENT ON COLUMN public.settings.tax_percent IS 'Tax that fares include; shown on the receipt.';

COMMENT ON COLUMN public.settings.receipt_prefix IS 'Stands before the serial of a receipt''s number, such as R-; the serial goes on when it changes.';

COMMENT ON COLUMN public.settings.extra_limit IS 'The most that one toll or other extra of a trip may be; 0 allows none.';

COMMENT ON COLUMN public.settings.test_payments IS 'Whether the test payment provider may confirm payments; off where money is real.';

COMMENT ON COLUMN public.settings.phone_silence_days IS 'Days without a sign-in after which a number alone opens no account: it may be somebody else''s by now. 0: never.';

COMMENT ON COLUMN public.settings.credit_limit IS 'What one admin may credit and refund within a day, in all and to one person; above it a second one approves. Null: no limit.';

COMMENT ON COLUMN public.settings.payout_limit IS 'The same for completed withdrawals.';

COMMENT ON COLUMN public.settings.export_limit IS 'Bookings and people that one member of staff may read within a day; above it a second person approves. Null or 0: no limit.';

COMMENT ON COLUMN public.settings.two_people_bank IS 'Ending the wait after new bank details needs two admins.';

COMMENT ON COLUMN public.settings.bank_change_hours IS 'Hours that withdrawals wait after bank details or a proved contact changed; 0: they do not.';

COMMENT ON COLUMN public.settings.version IS 'How often it was changed. An update that names the version it saw is refused with version_conflict where that is old.';

CREATE FUNCTION app.ask_wave(booking public.bookings, queue app.dispatch_queue, settings public.settings) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  -- In mode "all" everyone within the radius, up to a number that a server can ask at once.
  v_size integer := case when (settings).dispatch_mode = 'all' then 500 else (settings).wave_size end;
  v_wave integer := (queue).wave + 1;
  v_in_search integer := v_wave - (queue).waves_before;
  v_candidates jsonb;
  v_exclusions jsonb;
  v_asked integer;
begin
  with judged as (
    select j.*, row_number() over (partition by j.reason is null order by j.distance_km, j.driver_id) as place
    from app.judge_drivers(booking, v_size) j
  ), passed as (
    select j.driver_id, j.distance_km, coalesce(j.reason, 'beyond_wave') as reason from judged j where j.reason is not null or j.place > v_size
    union all
    select o.driver_id, o.distance_km, o.reason from app.passed_over(booking) o where not exists (select 1 from judged j where j.driver_id = o.driver_id)
  )
  select
    (select coalesce(jsonb_agg(jsonb_build_object('driver_id', j.driver_id, 'distance_km', j.distance_km) order by j.place), '[]')
      from judged j where j.reason is null and j.place <= v_size),
    (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from passed p)
    into v_candidates, v_exclusions;
  v_asked := jsonb_array_length(v_candidates);

  perform app.make_offers(booking, (select array_agg(c.driver_id) from jsonb_to_recordset(v_candidates) as c (driver_id uuid)),
    v_wave, (settings).offer_timeout);
  perform app.record_wave(booking, v_wave, (settings).dispatch_mode,
    case when (settings).dispatch_mode = 'all' then round((app.radius_m() / 1000)::numeric, 3)
      else app.wave_circle(settings, v_in_search, v_asked, (v_candidates -> -1 ->> 'distance_km')::numeric) end,
    v_candidates, v_exclusions);
  -- An empty search is repeated soon: drivers come on duty or free, and riders should not wait for a round minute.
  update app.dispatch_queue q set wave = q.wave + (v_asked > 0)::integer,
    due_at = app.now() + make_interval(secs => case when v_asked > 0 then (settings).offer_timeout else 4 end),
    rest_until = case when v_asked > 0 and v_in_search >= (settings).wave_count then app.now() + interval '1 minute' end
  where q.booking_id = (booking).id;
  perform app.note_dispatch((booking).id, case when v_asked > 0 then null
    when v_exclusions @> '[{"reason": "lapsed"}]' then 'no_driver_answered' else 'no_driver_nearby' end);
  return v_asked;
end $$;

CREATE FUNCTION app.asks_for_code(booking public.bookings) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select (booking).status = case (booking).category when 'taxi' then 'ARRIVED' else 'STARTED' end
$$;

CREATE FUNCTION app.assign(booking_id uuid, driver_id uuid) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_booking public.bookings := app.lock_booking(assign.booking_id);
  v_settings public.settings;
  v_km numeric;
begin
  select s.* into v_settings from public.settings s where s.id = 1;
  if v_booking.status <> 'NEW' then perform app.refuse_status(v_booking); end if;
  perform app.lapse_offers(v_booking.id);
  if app.is_being_asked(v_booking, assign.driver_id) then
    raise sqlstate 'PT409' using message = 'offer_open', hint = 'Drivers are being asked; wait for their answer';
  end if;
  if not exists (select 1 from public.drivers d join public.profiles p on p.id = d.id
      where d.id = assign.driver_id and p.usertype = 'driver' and p.approved and d.car_type_id = v_booking.car_type_id) then
    raise sqlstate 'PT422' using message = 'driver_unsuitable', hint = 'Choose an approved driver with this car type';
  end if;
  perform app.check_driver(v_booking, assign.driver_id);
  if app.is_busy(assign.driver_id) and v_booking.trip_at - make_interval(mins => v_settings.lead_minutes) <= app.now() then
    raise sqlstate 'PT409' using message = 'driver_busy', hint = 'This driver is on a trip';
  end if;
  select round((app.distance_m(v_booking.pickup_lat, v_booking.pickup_lng, p.lat, p.lng) / 1000)::numeric, 2) into v_km
  from public.driver_positions p where p.driver_id = assign.driver_id;
  perform app.make_offers(v_booking, array[assign.driver_id], 0, v_settings.assign_timeout);
  insert into public.dispatch_waves (booking_id, wave, mode, candidates)
  values (v_booking.id, 0, 'assigned', jsonb_build_array(jsonb_build_object('driver_id', assign.driver_id, 'distance_km', v_km)));
  update app.dispatch_queue q set due_at = greatest(q.due_at, app.now() + make_interval(secs => v_settings.assign_timeout))
  where q.booking_id = v_booking.id;
  perform app.audit('assign_driver', 'bookings', v_booking.id::text, null, jsonb_build_object('driver_id', assign.driver_id));
  return v_booking;
end $$;

CREATE FUNCTION app.attention() RETURNS TABLE(booking_id uuid, reason text, since timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select b.id, 'no_driver', w.since
  from public.settings s cross join public.bookings b
  cross join lateral (select greatest(b.created_at,
    case when b.book_later then b.trip_at - make_interval(mins => s.lead_minutes) end) as since) w
  where s.id = 1 and b.status = 'NEW' and w.since <= app.now() and not app.has_open_offer(b.id)
    and (not s.auto_dispatch or b.dispatch_note is not null or w.since <= app.now() - interval '2 minutes')
  union all
  select b.id, 'late', d.due from public.bookings b cross join lateral (select app.due_at_pickup(b) as due) d
  where b.status = 'ACCEPTED' and d.due < app.now()
  union all
  select b.id, 'driver_silent', p.updated_at from public.bookings b join public.driver_positions p on p.driver_id = b.driver_id
  where b.status in ('ACCEPTED', 'ARRIVED', 'STARTED') and b.engaged_at is not null
    and greatest(p.updated_at, b.engaged_at) < app.now() - interval '5 minutes'
  union all
  -- Drivers know shorter ways: three minutes off the quoted one, and half a kilometre farther from the next place than there.
  select b.id, 'off_route', w.off_since from app.trip_watch w join public.bookings b on b.id = w.booking_id and b.driver_id = w.driver_id
  where w.off_since < app.now() - interval '3 minutes' and w.target_m > w.off_target_m + 500 and b.status = 'STARTED'
  union all
  select b.id, 'stuck', w.since from public.bookings b
  cross join lateral (select case b.status
    when 'ARRIVED' then greatest(b.arrived_at, case when b.book_later then b.trip_at end) + interval '20 minutes'
    when 'STARTED' then b.started_at + greatest(2 * b.estimate_time, b.estimate_time + 1800) * interval '1 second'
    when 'REACHED' then b.reached_at + interval '5 minutes' end as since) w
  where b.status in ('ARRIVED', 'STARTED', 'REACHED') and w.since < app.now()
  union all
  select b.id, 'code_locked', b.arrived_at from public.bookings b join app.start_codes c on c.booking_id = b.id
  where b.status in ('ARRIVED', 'STARTED') and c.attempts >= 5
  union all
  select b.id, 'unpaid', b.reached_at from public.bookings b
  where b.status = 'PENDING' and b.reached_at < app.now() - interval '15 minutes'
  union all
  select f.booking_id, 'no_show_fee', coalesce(f.objected_at, f.created_at) from public.no_show_fees f
  where f.decided_at is null and (f.status = 'review' or f.objected_at is not null)
  union all
  -- The newest 200 whose way was odd, as a rider's stars close a booking at once.
  select b.id, g.flag, b.reached_at
  from (select f.booking_id, f.flags from public.booking_finances f where f.flags && '{held_at_quote,long_way,ended_elsewhere}'
    order by f.booking_id desc limit 200) h
  join public.bookings b on b.id = h.booking_id
  cross join unnest(h.flags) g (flag)
  where g.flag in ('held_at_quote', 'long_way', 'ended_elsewhere')
    and b.status in ('PENDING', 'PAID', 'COMPLETE') and b.reached_at > app.now() - interval '72 hours'
  union all
  select a.booking_id, a.reason, a.since from app.alarms a
$$;

CREATE FUNCTION app.audit(action text, target text, target_id text, before jsonb DEFAULT NULL::jsonb, after jsonb DEFAULT NULL::jsonb) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  insert into public.audit_log (actor_id, actor_role, action, target, target_id, before, after)
  values (auth.uid(),
    coalesce((select p.usertype from public.profiles p where p.id = auth.uid()), nullif(auth.jwt() ->> 'role', ''), 'system'),
    audit.action, audit.target, audit.target_id, app.masked(audit.before), app.masked(audit.after));
end $$;

COMMENT ON FUNCTION app.audit(action text, target text, target_id text, before jsonb, after jsonb) IS 'Writes what the caller changed to the log. Call it in every function with which an admin changes something.';

CREATE FUNCTION app.bank_details_of(user_id uuid) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce((select to_jsonb(d) from public.bank_details d where d.user_id = bank_details_of.user_id), '{}')
$$;

COMMENT ON FUNCTION app.bank_details_of(user_id uuid) IS 'Where a person''s money goes: {bank_name, bank_code, bank_account}, empty where nothing was given.';

CREATE FUNCTION app.bar_to_assign(booking public.bookings, driver_id uuid) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select case
    when not p.approved or p.usertype <> 'driver' then 'not_approved'
    when d.car_type_id is distinct from (booking).car_type_id then 'other_car_type'
    when app.has_expired_document(d.id) then 'document_expired'
    when not app.affords(d.id, (booking).id) then 'cannot_afford'
    when app.bars_bonus(booking, d.id) then 'bonus_refused'
    when app.is_busy(d.id) and (booking).trip_at - make_interval(mins => s.lead_minutes) <= app.now() then 'busy'
    when exists (select 1 from public.booking_offers o where o.booking_id = (booking).id and o.driver_id = d.id
      and o.status = 'open' and o.expires_at > app.now()) then 'asked' end
  from public.drivers d join public.profiles p on p.id = d.id cross join public.settings s
  where d.id = bar_to_assign.driver_id and s.id = 1
$$;

COMMENT ON FUNCTION app.bar_to_assign(booking public.bookings, driver_id uuid) IS 'Why assign_driver would refuse this driver; null where it would not.';

CREATE FUNCTION app.bars_bonus(booking public.bookings, driver_id uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if not (booking).prepaid then return false; end if;
  return app.bonus_spent(booking) > 0 and not app.may_take_bonus((booking).customer_id, bars_bonus.driver_id);
end $$;

COMMENT ON FUNCTION app.bars_bonus(booking public.bookings, driver_id uuid) IS 'Whether a booking was paid with bonus money that may not pay this driver.';

CREATE TABLE public.profiles (
    id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    first_name text DEFAULT ''::text NOT NULL,
    last_name text DEFAULT ''::text NOT NULL,
    mobile text,
    mobile_verified boolean DEFAULT false NOT NULL,
    email text,
    usertype public.user_type DEFAULT 'rider'::text NOT NULL,
    referral_id text NOT NULL,
    signup_via_referral text,
    approved boolean DEFAULT true NOT NULL,
    wallet_balance numeric DEFAULT 0 NOT NULL,
    bonus_balance numeric DEFAULT 0 NOT NULL,
    reg_type text DEFAULT 'email'::text NOT NULL,
    mobile_locked boolean GENERATED ALWAYS AS ((reg_type = ANY (ARRAY['mobile'::text, 'admin'::text, 'registration'::text]))) STORED NOT NULL,
    profile_image text,
    rating numeric(2,1),
    rating_count integer DEFAULT 0 NOT NULL,
    lang_locale text,
    date_locale text,
    staff_role public.staff_role,
    created_by uuid,
    suspended_at timestamp with time zone,
    suspended_reason text,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT profiles_bonus_balance_check CHECK (((bonus_balance >= (0)::numeric) AND (bonus_balance < '1000000000000'::numeric))),
    CONSTRAINT profiles_date_locale_check CHECK ((length(date_locale) <= 20)),
    CONSTRAINT profiles_email_check CHECK ((length(email) <= 255)),
    CONSTRAINT profiles_first_name_check CHECK ((length(first_name) <= 80)),
    CONSTRAINT profiles_gone CHECK (((deleted_at IS NULL) OR ((first_name = ''::text) AND (last_name = ''::text) AND (num_nonnulls(email, mobile, profile_image) = 0) AND (NOT approved)))),
    CONSTRAINT profiles_lang_locale_check CHECK ((length(lang_locale) <= 20)),
    CONSTRAINT profiles_last_name_check CHECK ((length(last_name) <= 80)),
    CONSTRAINT profiles_mobile_check CHECK (((length(mobile) <= 20) AND (mobile ~ '^[+]?[0-9][0-9 -]{5,18}[0-9]$'::text))),
    CONSTRAINT profiles_rated CHECK (((rating IS NULL) = (rating_count = 0))),
    CONSTRAINT profiles_rating_check CHECK (((rating >= (1)::numeric) AND (rating <= (5)::numeric))),
    CONSTRAINT profiles_rating_count_check CHECK ((rating_count >= 0)),
    CONSTRAINT profiles_referral_id_check CHECK ((referral_id ~ '^[A-Z]{5}$'::text)),
    CONSTRAINT profiles_reg_type_check CHECK ((reg_type = ANY (ARRAY['email'::text, 'mobile'::text, 'social'::text, 'admin'::text, 'registration'::text]))),
    CONSTRAINT profiles_signup_via_referral_check CHECK ((signup_via_referral ~ '^[A-Z]{5}$'::text)),
    CONSTRAINT profiles_staff CHECK (((staff_role IS NOT NULL) = ((usertype)::text = 'admin'::text))),
    CONSTRAINT profiles_suspended CHECK ((((suspended_at IS NULL) OR (NOT approved)) AND ((suspended_reason IS NULL) OR (suspended_at IS NOT NULL)))),
    CONSTRAINT profiles_suspended_reason_check CHECK ((length(suspended_reason) <= 500)),
    CONSTRAINT profiles_version_check CHECK ((version > 0)),
    CONSTRAINT profiles_wallet_balance_check CHECK (((wallet_balance > '-1000000000000'::numeric) AND (wallet_balance < '1000000000000'::numeric)))
);

COMMENT ON TABLE public.profiles IS 'One row per account. usertype, approved and ratings are never written by their owner.';

COMMENT ON COLUMN public.profiles.first_name IS 'Empty until given.';

COMMENT ON COLUMN public.profiles.last_name IS 'Empty until given.';

COMMENT ON COLUMN public.profiles.mobile IS 'Of a phone account the number that signs in.';

COMMENT ON COLUMN public.profiles.mobile_verified IS 'Whether a code has proved the number. Without it the number is a contact that its owner gave, and says nothing of who they are.';

COMMENT ON COLUMN public.profiles.email IS 'The address of the account, copied from Auth: its owner has read a code there, or staff gave it.';

COMMENT ON COLUMN public.profiles.usertype IS 'rider, driver, admin or fleetadmin.';

COMMENT ON COLUMN public.profiles.referral_id IS 'Five letters that invite others.';

COMMENT ON COLUMN public.profiles.signup_via_referral IS 'referral_id of who invited this person.';

COMMENT ON COLUMN public.profiles.approved IS 'Nobody does more than their papers and profile without it. It waits for a first yes, or was taken away: suspended_at.';

COMMENT ON COLUMN public.profiles.wallet_balance IS 'Kept by the ledger alone; equals the sum of the entries of the wallet and its bonus.';

COMMENT ON COLUMN public.profiles.bonus_balance IS 'The part of wallet_balance that pays fares only: no tips, no withdrawals. Kept by the ledger alone.';

COMMENT ON COLUMN public.profiles.reg_type IS 'How the account came to be; decides which contact its owner may change.';

COMMENT ON COLUMN public.profiles.mobile_locked IS 'The number was given at sign-up: only an admin changes it.';

COMMENT ON COLUMN public.profiles.profile_image IS 'Path in the bucket users: <id>/profileImage.';

COMMENT ON COLUMN public.profiles.rating IS 'Average of the stars received, to one decimal; null before the first.';

COMMENT ON COLUMN public.profiles.rating_count IS 'How many gave stars.';

COMMENT ON COLUMN public.profiles.lang_locale IS 'The language this person reads.';

COMMENT ON COLUMN public.profiles.date_locale IS 'How dates are written for this person.';

COMMENT ON COLUMN public.profiles.staff_role IS 'What an admin may do (staff_permissions); owner unless given another. Null for everybody else.';

COMMENT ON COLUMN public.profiles.created_by IS 'The member of staff who added this person; an approval needs two people of whom neither added the other.';

COMMENT ON COLUMN public.profiles.suspended_at IS 'When approval was taken away; null for people who still wait for it. A trigger sets it with every change of approved.';

COMMENT ON COLUMN public.profiles.suspended_reason IS 'What the desk said about it; the person may read it.';

COMMENT ON COLUMN public.profiles.deleted_at IS 'When the person went: what named them is gone, rides and money stay.';

COMMENT ON COLUMN public.profiles.version IS 'How often names, number, role, approval or car were changed. An update that names the version it saw is refused with version_conflict where that is old.';

CREATE FUNCTION app.become_driver(me public.profiles, facts jsonb) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_waits boolean := (select s.driver_approval from public.settings s where s.id = 1);
begin
  if me.usertype <> 'rider' or me.reg_type = 'admin' or me.wallet_balance <> 0 or me.bonus_balance <> 0
    or exists (select 1 from public.bookings b where b.customer_id = me.id) then
    raise sqlstate 'PT409' using message = 'account_in_use', hint = 'This account has rides, money or a role of its own; sign up with another address';
  end if;
  update public.profiles p set usertype = 'driver', approved = not v_waits where p.id = me.id;
  -- Who waits for a first yes was not suspended.
  update public.profiles p set suspended_at = null where p.id = me.id and p.suspended_at is not null;
  perform app.create_driver(me.id, null, facts);
end $$;

CREATE FUNCTION app.beeline_m(booking public.bookings, lat double precision, lng double precision, until text) RETURNS double precision
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select 1.3 * sum(app.distance_m(w.from_lat, w.from_lng, w.lat, w.lng)) from (
    select p.kind, p.lat, p.lng, lag(p.lat, 1, beeline_m.lat) over (order by p.n) as from_lat, lag(p.lng, 1, beeline_m.lng) over (order by p.n) as from_lng
    from app.places_ahead(booking) p where until = 'drop' or p.kind = until) w
$$;

CREATE TABLE public.tariff_windows (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    name text NOT NULL,
    car_type_id uuid,
    days smallint[] DEFAULT '{1,2,3,4,5,6,7}'::smallint[] NOT NULL,
    dates date[] DEFAULT '{}'::date[] NOT NULL,
    from_time time without time zone DEFAULT '00:00:00'::time without time zone NOT NULL,
    to_time time without time zone DEFAULT '24:00:00'::time without time zone NOT NULL,
    amount numeric,
    percent numeric,
    active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT tariff_windows_amount_check CHECK (((amount > (0)::numeric) AND (amount < (1000000)::numeric))),
    CONSTRAINT tariff_windows_check CHECK ((num_nonnulls(amount, percent) = 1)),
    CONSTRAINT tariff_windows_check1 CHECK (((cardinality(days) + cardinality(dates)) > 0)),
    CONSTRAINT tariff_windows_dates_check CHECK (((cardinality(dates) <= 400) AND (array_position(dates, NULL::date) IS NULL))),
    CONSTRAINT tariff_windows_days_check CHECK ((days <@ '{1,2,3,4,5,6,7}'::smallint[])),
    CONSTRAINT tariff_windows_name_check CHECK (((btrim(name) <> ''::text) AND (length(name) <= 100))),
    CONSTRAINT tariff_windows_percent_check CHECK (((percent > (0)::numeric) AND (percent <= (1000)::numeric))),
    CONSTRAINT tariff_windows_version_check CHECK ((version > 0))
);

COMMENT ON TABLE public.tariff_windows IS 'Times with a surcharge, in settings.time_zone. All that cover a trip''s time add up.';

COMMENT ON COLUMN public.tariff_windows.name IS 'What riders read on the fare''s line.';

COMMENT ON COLUMN public.tariff_windows.car_type_id IS 'Null for every car type.';

COMMENT ON COLUMN public.tariff_windows.days IS 'Days of the week on which it begins, 1 Monday to 7 Sunday.';

COMMENT ON COLUMN public.tariff_windows.dates IS 'Single days on which it begins as well: holidays.';

COMMENT ON COLUMN public.tariff_windows.from_time IS 'When it begins, in settings.time_zone.';

COMMENT ON COLUMN public.tariff_windows.to_time IS 'Not included. At or before from_time it is on the next day.';

COMMENT ON COLUMN public.tariff_windows.amount IS 'Surcharge as an amount; else percent.';

COMMENT ON COLUMN public.tariff_windows.percent IS 'Of base fare, distance and time, or of the fixed fare.';

COMMENT ON COLUMN public.tariff_windows.active IS 'Off: kept, but no longer applied.';

COMMENT ON COLUMN public.tariff_windows.version IS 'How often it was changed. An update that names the version it saw is refused with version_conflict where that is old.';

CREATE FUNCTION app.begins_on(w public.tariff_windows, day date) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select extract(isodow from begins_on.day)::smallint = any (w.days) or begins_on.day = any (w.dates)
$$;

CREATE FUNCTION app.beside_m(polyline text, lat double precision, lng double precision) RETURNS double precision
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select 111195 * extensions.st_distance(app.flat_line(beside_m.polyline, beside_m.lat, beside_m.lng), app.flat_point(beside_m.lat, beside_m.lng))
$$;

COMMENT ON FUNCTION app.beside_m(polyline text, lat double precision, lng double precision) IS 'Metres from a point to an encoded polyline (precision 5); null for an empty line.';

CREATE FUNCTION app.bonus_spent(booking public.bookings) RETURNS numeric
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select -coalesce(sum(e.amount), 0) from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
  where t.booking_id = (booking).id and a.kind = 'bonus' and a.user_id = (booking).customer_id
$$;

COMMENT ON FUNCTION app.bonus_spent(booking public.bookings) IS 'Bonus money that a booking was paid with, less what came back.';

CREATE FUNCTION app.booking_created(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.add_event((booking).id, null, (booking).status, app.actor() ->> 'note');
  perform app.broadcast_booking(null, booking);
  if (booking).created_by <> (booking).customer_id then perform app.notify_created(booking); end if;
  perform app.queue_search(booking);
  if (booking).waypoints <> '[]' then perform app.write_stops(booking); end if;
  if (booking).promo_applied then perform app.reserve_promo(booking); end if;
end $$;

COMMENT ON FUNCTION app.booking_created(booking public.bookings) IS 'The steps after a booking was made, in their order.';

CREATE FUNCTION app.booking_moved(was public.bookings, booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_has_other_driver boolean := (was).driver_id is distinct from (booking).driver_id;
begin
  perform app.add_event((booking).id, (was).status, (booking).status, app.actor() ->> 'note');
  perform app.broadcast_booking(was, booking);
  if (booking).status in ('PAID', 'CANCELLED') then
    perform app.settle_booking(booking);
    perform app.report_booking(booking);
  end if;
  if (booking).status = 'PAID' then perform app.queue_receipt((booking).id); end if;
  perform app.queue_search(booking);
  if (booking).promo_applied then perform app.settle_promo(booking); end if;
  if (was).status in ('ACCEPTED', 'ARRIVED') and (booking).status not in ('ACCEPTED', 'ARRIVED') then perform app.end_proposal(booking); end if;
  perform app.refresh_drivers(was, booking);
  if v_has_other_driver then perform app.copy_driver_contact(booking); end if;
  if v_has_other_driver or 'ARRIVED' in ((was).status, (booking).status) or (was).status = 'STARTED' then perform app.allot_code_tries(was, booking); end if;
  perform app.rotate_position_topic(was, booking);
  perform app.notify_move(was, booking);
end $$;

COMMENT ON FUNCTION app.booking_moved(was public.bookings, booking public.bookings) IS 'The steps after a change of status, in their order. was is the row before.';

CREATE FUNCTION app.booking_of_mine(booking_id uuid) RETURNS public.bookings
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = booking_of_mine.booking_id and (v_me.usertype = 'admin'
    or v_me.id in (b.customer_id, b.driver_id) or (v_me.usertype = 'fleetadmin' and v_me.id = b.fleet_id));
  if not found then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  return v_booking;
end $$;

COMMENT ON FUNCTION app.booking_of_mine(booking_id uuid) IS 'A booking for whoever has a part in it: rider, driver, their fleet admin, admins. Errors: must_login, booking_not_found.';

CREATE FUNCTION app.booking_refusal(customer public.profiles) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.check_customer(customer, false, true);
  return null;
exception when others then
  if sqlstate not like 'PT4__' then raise; end if;
  return sqlerrm;
end $$;

COMMENT ON FUNCTION app.booking_refusal(customer public.profiles) IS 'Why an admin cannot book for somebody now, as create_booking would say; null where nothing is in the way.';

CREATE FUNCTION app.box_around(middle point, lat double precision, radius_m double precision, trail_m double precision DEFAULT 50) RETURNS box
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  -- The box of a circle is the square inside it, hence the square root of two.
  select box(circle(middle, 1.4143 * (radius_m + trail_m + 1) / (0.99888 * cos(radians(least(85.1, abs(lat) + (radius_m + trail_m) / 111000))))))
$$;

CREATE FUNCTION app.broadcast_booking(was public.bookings, booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if (was).id is not null then
    perform app.tell('booking:' || (booking).id, 'status', (booking).id);
    if (was).driver_id is not null and (was).driver_id is distinct from (booking).driver_id then
      perform app.tell('driver:' || (was).driver_id, 'booking', (booking).id);
    end if;
    if (was).fleet_id is not null and (was).fleet_id is distinct from (booking).fleet_id then
      perform app.tell('fleet:' || (was).fleet_id, 'booking', (booking).id);
    end if;
  end if;
  perform app.tell('user:' || (booking).customer_id, 'booking', (booking).id);
  perform app.tell('admin', 'booking', (booking).id);
  if (booking).driver_id is not null then perform app.tell('driver:' || (booking).driver_id, 'booking', (booking).id); end if;
  if (booking).fleet_id is not null then perform app.tell('fleet:' || (booking).fleet_id, 'booking', (booking).id); end if;
end $$;

COMMENT ON FUNCTION app.broadcast_booking(was public.bookings, booking public.bookings) IS 'Tells everyone who lists the booking, and who listed it before, that it is new or has another status.';

CREATE FUNCTION app.caller() RETURNS public.profiles
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_me public.profiles;
begin
  if auth.uid() is null then
    raise sqlstate 'PT401' using message = 'must_login', hint = 'Sign in first';
  end if;
  select p.* into v_me from public.profiles p where p.id = auth.uid() and p.deleted_at is null;
  if not found then
    raise sqlstate 'PT403' using message = 'user_issue_contact_admin', hint = 'This account has no profile';
  end if;
  -- No new token is given to staff who were dismissed, but the last one lives on for a while.
  if not v_me.approved and v_me.usertype in ('admin', 'fleetadmin') then perform app.require_active(v_me); end if;
  return v_me;
end $$;

COMMENT ON FUNCTION app.caller() IS 'The caller''s profile, also of a rider or driver who waits or is suspended: for finishing a ride and paying a debt. Errors: must_login, user_issue_contact_admin; of staff account_suspended, not_allowed.';

CREATE FUNCTION app.caller_facts(person public.profiles, OUT trips jsonb, OUT places jsonb, OUT open_trips jsonb) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_ids uuid[];
begin
  select coalesce(jsonb_agg(app.trip_facts(t.booking, t.times) order by (t.booking).created_at desc, (t.booking).id), '[]'), array_agg((t.booking).id)
  into caller_facts.trips, v_ids
  from app.earlier_trips(person.id) t;
  caller_facts.open_trips := app.open_trips(person.id);
  v_ids := v_ids || array(select (o ->> 'id')::uuid from jsonb_array_elements(caller_facts.open_trips) o);
  select coalesce(jsonb_agg(jsonb_build_object('label', a.label, 'lat', a.lat, 'lng', a.lng, 'add', a.description)
    order by a.label is null, a.count desc, a.id), '[]') into caller_facts.places
  from (select s.* from public.saved_addresses s where s.user_id = person.id order by s.label is null, s.count desc, s.id limit 6) a;
  perform app.show_rows('addresses', person.id, (select array_agg(distinct i) from unnest(v_ids) i));
  if jsonb_array_length(caller_facts.places) > 0 then
    perform app.log_list('saved_addresses', person.id, jsonb_array_length(caller_facts.places));
  end if;
end $$;

CREATE FUNCTION app.can_cancel(booking public.bookings, by_role text) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select (booking).status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED') and not (by_role = 'admin' and (booking).status = 'ARRIVED')
$$;

CREATE FUNCTION app.can_message_driver(booking public.bookings) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select (booking).driver_id is not null and (booking).status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING')
$$;

CREATE FUNCTION app.can_share(booking public.bookings) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$ select (booking).status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED') $$;

CREATE FUNCTION app.cancel_undriven(booking_id uuid, reason text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.act('system', note => cancel_undriven.reason);
  perform app.move_booking(cancel_undriven.booking_id, 'CANCELLED',
    jsonb_build_object('cancelled_by', 'system', 'reason', cancel_undriven.reason, 'cancelled_at', app.now()));
end $$;

CREATE FUNCTION app.cancel_unpaid() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_id uuid;
begin
  for v_id in select p.id from public.bookings p where p.status = 'PAYMENT_PENDING' and p.created_at <= app.now() - interval '15 minutes'
    order by p.id limit 500 loop
    begin
      perform 1 from public.bookings b where b.id = v_id and b.status = 'PAYMENT_PENDING' for no key update skip locked;
      continue when not found;
      perform app.act('system', note => 'payment_timeout');
      perform app.move_booking(v_id, 'CANCELLED', jsonb_build_object('cancelled_at', app.now(), 'cancelled_by', 'system', 'reason', 'payment_timeout'));
    exception when others then
      raise warning 'ending % failed: %', v_id, sqlerrm;
    end;
  end loop;
end $$;

COMMENT ON FUNCTION app.cancel_unpaid() IS 'Ends parcels that were not paid for within 15 minutes.';

CREATE FUNCTION app.cancellation_fee(booking public.bookings) RETURNS numeric
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  -- A driver who was suspended will not drive: who turns away from that owes nothing.
  select case when (booking).status in ('ACCEPTED', 'ARRIVED')
      and exists (select 1 from public.profiles p where p.id = (booking).driver_id and p.approved)
    then round(greatest(app.slab_fee(c.cancel_slab, app.minutes_delayed(booking, s.lead_minutes)),
      case when not app.is_late(booking) and app.has_cancelled_often((booking).customer_id) then app.lowest_slab(c.cancel_slab) else 0 end), s."decimal")
    else 0 end
  from public.car_types c, public.settings s where c.id = (booking).car_type_id and s.id = 1
$$;

COMMENT ON FUNCTION app.cancellation_fee(booking public.bookings) IS 'What a rider owes who cancels now.';

CREATE FUNCTION app.carries_booking(id text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from public.bookings b where b.id::text = carries_booking.id
    and b.driver_id = auth.uid() and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED')) and app.is_now('driver')
$$;

COMMENT ON FUNCTION app.carries_booking(id text) IS 'Whether the caller is the driver of this booking, now under way.';

CREATE FUNCTION app.cash_part(booking public.bookings, open numeric) RETURNS numeric
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select case when not (booking).prepaid and ((booking).payment_mode = 'cash' or ((booking).payment_mode = 'wallet' and (booking).used_wallet_money > 0))
    then app.cash_to_collect((booking).id, cash_part.open) - cash_part.open else 0 end
$$;

COMMENT ON FUNCTION app.cash_part(booking public.bookings, open numeric) IS 'The rounding in payable_amount where open is left to pay; 0 where it is not paid in cash.';

CREATE FUNCTION app.cash_rounding(amount numeric, unit numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case when unit > 0 then round(amount / unit) * unit - amount else 0 end
$$;

COMMENT ON FUNCTION app.cash_rounding(amount numeric, unit numeric) IS 'What is added to an amount, or taken off it, to make it a multiple of unit; 0 where unit is 0.';

CREATE FUNCTION app.cash_to_collect(booking_id uuid, open numeric) RETURNS numeric
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select cash_to_collect.open + app.cash_rounding(cash_to_collect.open, app.amount_in(f.rule -> 'cash_unit'))
  from public.booking_finances f where f.booking_id = cash_to_collect.booking_id
$$;

COMMENT ON FUNCTION app.cash_to_collect(booking_id uuid, open numeric) IS 'An amount as it is paid in cash, in the unit that stood when the booking was priced.';

CREATE FUNCTION app.cell_of(lat double precision, lng double precision, cell_m integer) RETURNS point
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $$
  -- Columns are as wide as rows are high at the nearest whole degree of latitude, so that cells line up within a degree.
  select point((floor(cell_of.lng / s.east) + 0.5) * s.east, (floor(cell_of.lat / s.north) + 0.5) * s.north)
  from (select cell_m / 111195.08 as north, cell_m / (111195.08 * cos(radians(round(cell_of.lat)))) as east) s
$$;

COMMENT ON FUNCTION app.cell_of(lat double precision, lng double precision, cell_m integer) IS 'Centre (x = lng, y = lat) of the grid cell of about cell_m metres that a place lies in.';

CREATE FUNCTION app.changes(old_row jsonb, new_row jsonb, OUT before jsonb, OUT after jsonb) RETURNS record
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
  k text;
  v_inner record;
begin
  before := '{}';
  after := '{}';
  for k in select jsonb_object_keys(old_row || new_row) loop
    continue when old_row -> k is not distinct from new_row -> k;
    if jsonb_typeof(old_row -> k) = 'object' and jsonb_typeof(new_row -> k) = 'object' then
      select c.before, c.after into v_inner from app.changes(old_row -> k, new_row -> k) c;
      before := before || jsonb_build_object(k, v_inner.before);
      after := after || jsonb_build_object(k, v_inner.after);
    else
      if old_row ? k then before := before || jsonb_build_object(k, old_row -> k); end if;
      if new_row ? k then after := after || jsonb_build_object(k, new_row -> k); end if;
    end if;
  end loop;
end $$;

COMMENT ON FUNCTION app.changes(old_row jsonb, new_row jsonb, OUT before jsonb, OUT after jsonb) IS 'The parts of two JSON objects that differ.';

CREATE FUNCTION app.check_area(south double precision, west double precision, north double precision, east double precision, hours integer, cell_m integer) RETURNS void
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  if (app.is_place(south, west) and app.is_place(north, east) and south < north and west < east
      and hours between 1 and 168 and cell_m between 250 and 5000) is not true then
    raise sqlstate 'PT422' using message = 'area_invalid', hint = 'Give south < north and west < east in degrees, 1 to 168 hours, cells of 250 to 5000 m';
  end if;
end $$;

CREATE FUNCTION app.check_cancel(booking public.bookings, by_role text) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
  if not app.can_cancel(booking, by_role) then
    raise sqlstate 'PT409' using message = 'cannot_cancel', hint = format('The booking is %s', (booking).status);
  end if;
end $$;

COMMENT ON FUNCTION app.check_cancel(booking public.bookings, by_role text) IS 'Refuses with cannot_cancel where it is too late for this person.';

CREATE FUNCTION app.check_code(booking_id uuid, otp text) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_code app.start_codes;
begin
  update app.code_overrides o set used_at = app.now()
  where o.booking_id = check_code.booking_id and o.driver_id = auth.uid() and o.used_at is null;
  if found then return null; end if;
  select c.* into v_code from app.start_codes c where c.booking_id = check_code.booking_id for update;
  if not found then return null; end if;
  if v_code.attempts >= 5 or not app.spend_try(v_code.booking_id, auth.uid()) then
    perform set_config('response.status', '403', true);
    return jsonb_build_object('code', 'PT403', 'message', 'start_code_locked', 'hint', 'Too many wrong codes; ask the desk');
  end if;
  if v_code.code = btrim(check_code.otp) then return null; end if;
  perform set_config('response.status', '403', true);
  if coalesce(btrim(check_code.otp), '') = '' then
    return jsonb_build_object('code', 'PT403', 'message', 'start_code_required', 'hint', 'Ask the rider for the code');
  end if;
  update app.start_codes c set attempts = c.attempts + 1 where c.booking_id = check_code.booking_id;
  return jsonb_build_object('code', 'PT403', 'message', 'start_code_wrong',
    'hint', format('%s attempts left', 4 - v_code.attempts));
end $$;

COMMENT ON FUNCTION app.check_code(booking_id uuid, otp text) IS 'Refusals: start_code_wrong (counted, five at most), start_code_required, start_code_locked.';

CREATE FUNCTION app.check_customer(customer public.profiles, later boolean, by_admin boolean) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if customer.usertype <> 'rider' or not customer.approved then
    raise sqlstate 'PT403' using message = 'user_issue_contact_admin', hint = 'Only riders travel';
  end if;
  if by_admin then
    -- Of somebody on the telephone the desk knows a name and a number.
    if coalesce(customer.mobile, '') = '' or app.is_blank(customer.first_name) and app.is_blank(customer.last_name) then
      raise sqlstate 'PT422' using message = 'incomplete_user', hint = 'The rider needs a name and a mobile number';
    end if;
  -- An account that never gave its name or address carries nothing there, or blanks.
  elsif app.is_blank(customer.email) or app.is_blank(customer.first_name) or app.is_blank(customer.last_name) then
    raise sqlstate 'PT422' using message = 'profile_incomplete', hint = 'Complete names and e-mail first';
  end if;
  -- A no-show fee that the rider objected to blocks nothing until the desk has decided.
  if customer.wallet_balance + app.disputed_fees(customer.id) < 0
    or exists (select 1 from public.bookings b where b.customer_id = customer.id and b.status = 'PENDING') then
    raise sqlstate 'PT409' using message = 'unpaid_booking', hint = 'The last ride, or what the wallet owes, has to be paid first';
  end if;
  if by_admin then return; end if;
  -- Each booking rings at several drivers' phones.
  if (select count(*) from public.bookings b where b.customer_id = customer.id and b.created_at > app.now() - interval '10 minutes'
      and b.cancelled_by = 'rider') >= 20 then
    raise sqlstate 'PT429' using message = 'too_many_requests', hint = 'Twenty bookings cancelled within ten minutes; wait a little';
  end if;
  -- Both caps count the unpaid parcels, too; else a caller could pile up bookings that never cost anything.
  if not later and (select count(*) from public.bookings b where b.customer_id = customer.id and not b.book_later
      and b.status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED')) >= 3 then
    raise sqlstate 'PT409' using message = 'too_many_open_bookings', hint = 'Three rides at a time; cancel one first';
  end if;
  if later and (select count(*) from public.bookings b where b.customer_id = customer.id and b.book_later
      and b.status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED')) >= 10 then
    raise sqlstate 'PT409' using message = 'too_many_later_bookings', hint = 'Ten later bookings at a time; cancel one first';
  end if;
end $$;

COMMENT ON FUNCTION app.check_customer(customer public.profiles, later boolean, by_admin boolean) IS 'Refuses whoever may not travel: user_issue_contact_admin, profile_incomplete, incomplete_user, unpaid_booking, too_many_requests, too_many_open_bookings, too_many_later_bookings.';

CREATE FUNCTION app.check_details(category text, details jsonb) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if category = 'delivery' and (app.is_blank(details ->> 'delivery_person')
      or not app.is_delivery_phone(btrim(details ->> 'delivery_person_phone'))) then
    raise sqlstate 'PT422' using message = 'deliveryDetailMissing', hint = 'Give delivery_person and delivery_person_phone';
  end if;
  if not app.is_name(details ->> 'guest_name') or not app.is_name(details ->> 'delivery_person') then perform app.refuse_name(); end if;
  -- Who travels has to be reachable: the driver knows nobody else.
  if not app.is_blank(details ->> 'guest_name') and app.mobile_of(details ->> 'guest_phone') is null then
    raise sqlstate 'PT422' using message = 'mobile_no_blank_error', hint = 'Give guest_phone with guest_name';
  end if;
end $$;

COMMENT ON FUNCTION app.check_details(category text, details jsonb) IS 'Refuses details that lack something or hide it: deliveryDetailMissing, name_invalid, mobile_no_blank_error.';

CREATE FUNCTION app.check_documents() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_today date := app.today();
  d record;
begin
  for d in select e.id, e.driver_id, e.kind, e.expires_on, e.expires_on < v_today as expired, not exists (
      select 1 from public.driver_documents l where l.driver_id = e.driver_id and l.kind = e.kind and l.status = 'verified'
        and l.expires_on > e.expires_on) as latest
    from public.driver_documents e
    where e.status = 'verified' and e.expired_at is null and e.expires_on < v_today + 14
      and (e.warned_at is null or e.expires_on < v_today)
    order by e.expires_on, e.id limit 5000 for no key update skip locked
  loop
    update public.driver_documents u set warned_at = coalesce(u.warned_at, app.now()),
      expired_at = case when d.expired then app.now() end where u.id = d.id;
    if d.expired then perform app.refresh_driver(d.driver_id); end if;
    if d.latest then
      perform app.notify(d.driver_id, case when d.expired then 'document_expired' else 'document_expiring' end,
        jsonb_build_object('document', d.kind, 'expires_on', d.expires_on));
    end if;
  end loop;
end $$;

COMMENT ON FUNCTION app.check_documents() IS 'Warns drivers 14 days before a document expires, and takes them off the list when it has. Cron; doing it twice does nothing more.';

CREATE FUNCTION app.check_driver(booking public.bookings, driver_id uuid) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if app.has_expired_document(check_driver.driver_id) then
    raise sqlstate 'PT409' using message = 'document_expired', hint = 'Renew the document first';
  end if;
  if not app.affords(check_driver.driver_id, (booking).id) then
    raise sqlstate 'PT409' using message = 'cannot_afford', hint = 'The wallet would fall below zero; settle it first';
  end if;
  if app.bars_bonus(booking, check_driver.driver_id) then
    raise sqlstate 'PT422' using message = 'driver_unsuitable', hint = 'It was paid with a bonus that may not pay this driver';
  end if;
end $$;

COMMENT ON FUNCTION app.check_driver(booking public.bookings, driver_id uuid) IS 'Refuses a driver with document_expired, cannot_afford or driver_unsuitable.';

CREATE FUNCTION app.check_image(booking public.bookings, kind text, path text) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if kind is null or kind not in ('pickup', 'deliver') or path is distinct from (booking).id || '/' || kind || '_image' then
    raise sqlstate 'PT422' using message = 'image_invalid', hint = 'kind is pickup or deliver; path is <booking id>/<kind>_image in the bucket bookings';
  end if;
  if (booking).category <> 'delivery' or not (select case kind when 'pickup' then s.allow_delivery_pickup_image_capture
      else s.allow_final_delivery_image_capture end from public.settings s where s.id = 1) then
    raise sqlstate 'PT409' using message = 'image_capture_off', hint = 'The settings ask for no such picture';
  end if;
  if (kind = 'pickup' and (booking).status not in ('ARRIVED', 'STARTED'))
    or (kind = 'deliver' and (booking).status not in ('STARTED', 'REACHED', 'PENDING', 'PAID')) then
    perform app.refuse_status(booking);
  end if;
end $$;

COMMENT ON FUNCTION app.check_image(booking public.bookings, kind text, path text) IS 'Refuses a picture that does not belong: image_invalid, image_capture_off, wrong_status.';

CREATE FUNCTION app.check_label(label text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  if coalesce(btrim(check_label.label), '') = '' or length(btrim(check_label.label)) > 40 then
    raise sqlstate 'PT422' using message = 'address_invalid', hint = 'Give a name of up to 40 characters';
  end if;
  return btrim(check_label.label);
end $$;

CREATE FUNCTION app.check_newcomer(facts jsonb) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.check_person_facts(facts);
  if not app.is_name(facts ->> 'first_name') or not app.is_name(facts ->> 'last_name') then perform app.refuse_name(); end if;
  perform app.require_contact(facts ->> 'email', facts ->> 'mobile');
end $$;

CREATE FUNCTION app.check_offer(booking public.bookings, driver_id uuid) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_offer public.booking_offers;
begin
  select o.* into v_offer from public.booking_offers o
  where o.booking_id = (booking).id and o.driver_id = check_offer.driver_id order by o.created_at desc, o.id desc limit 1;
  if not found or v_offer.status = 'declined' then
    raise sqlstate 'PT404' using message = 'offer_not_found', hint = 'This booking is not offered to you';
  end if;
  if (booking).status <> 'NEW' or v_offer.status in ('withdrawn', 'accepted') then
    raise sqlstate 'PT409' using message = 'booking_taken', hint = 'This booking is no longer open';
  end if;
  if v_offer.status = 'lapsed' or v_offer.expires_at <= app.now() then
    raise sqlstate 'PT410' using message = 'offer_expired', hint = 'The time to answer is over';
  end if;
end $$;

COMMENT ON FUNCTION app.check_offer(booking public.bookings, driver_id uuid) IS 'Refuses without a standing offer: offer_not_found, booking_taken, offer_expired.';

CREATE FUNCTION app.check_one_person(me public.profiles, kind text, target_id uuid, user_id uuid, amount numeric) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_limit numeric := (select case check_one_person.kind when 'payout' then s.payout_limit when 'bank_release' then case when s.two_people_bank then 0 end
    else s.credit_limit end from public.settings s where s.id = 1);
begin
  perform app.refuse_own(me, check_one_person.user_id);
  if v_limit is null or exists (select 1 from public.approvals a where a.id = app.uuid_of(current_setting('app.approval', true))
      and a.status = 'approved' and a.decided_by = (me).id and a.kind = check_one_person.kind and a.target_id = check_one_person.target_id
      and a.amount is not distinct from check_one_person.amount) then return; end if;
  -- One at a time per person and per admin, so that many at once are counted, too. The wallet first: refunds come with it locked.
  perform app.lock_wallets(check_one_person.user_id);
  perform pg_advisory_xact_lock(hashtextextended('limit' || (me).id::text, 0));
  if check_one_person.amount is null or check_one_person.amount + app.one_person_total(check_one_person.kind, (me).id, check_one_person.user_id) > v_limit then
    raise sqlstate 'PT409' using message = 'needs_approval', hint = format('Ask by request_approval(%s, …); another admin approves', check_one_person.kind);
  end if;
end $$;

COMMENT ON FUNCTION app.check_one_person(me public.profiles, kind text, target_id uuid, user_id uuid, amount numeric) IS 'Refuses what one admin may not decide alone: not_allowed for oneself, needs_approval above settings.credit_limit, payout_limit or with two_people_bank.';

CREATE TABLE public.fare_quotes (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    customer_id uuid NOT NULL,
    car_type_id uuid NOT NULL,
    category text NOT NULL,
    pickup_lat double precision NOT NULL,
    pickup_lng double precision NOT NULL,
    pickup_address text NOT NULL,
    drop_lat double precision NOT NULL,
    drop_lng double precision NOT NULL,
    drop_address text NOT NULL,
    waypoints jsonb DEFAULT '[]'::jsonb NOT NULL,
    distance_in_km numeric NOT NULL,
    time_in_secs integer NOT NULL,
    polyline text DEFAULT ''::text NOT NULL,
    lines jsonb NOT NULL,
    trip_cost numeric NOT NULL,
    tax_amount numeric DEFAULT 0 NOT NULL,
    trip_at timestamp with time zone,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    used_at timestamp with time zone,
    pickup_point_name text,
    drop_point_name text,
    cash_unit numeric DEFAULT 0 NOT NULL,
    promo_id uuid,
    promo_code text,
    discount_amount numeric DEFAULT 0 NOT NULL,
    payable_amount numeric GENERATED ALWAYS AS ((trip_cost - discount_amount)) STORED NOT NULL,
    cash_amount numeric GENERATED ALWAYS AS (((trip_cost - discount_amount) + app.cash_rounding((trip_cost - discount_amount), cash_unit))) STORED NOT NULL,
    CONSTRAINT fare_quotes_amounts CHECK ((((distance_in_km >= (0)::numeric) AND (distance_in_km <= (100000)::numeric)) AND ((time_in_secs >= 0) AND (time_in_secs <= 10000000)) AND (trip_cost >= (0)::numeric) AND (trip_cost < '1000000000000'::numeric) AND ((tax_amount >= (0)::numeric) AND (tax_amount <= trip_cost)))),
    CONSTRAINT fare_quotes_cash_unit_check CHECK (((cash_unit >= (0)::numeric) AND (cash_unit < (1000000)::numeric))),
    CONSTRAINT fare_quotes_category_check CHECK ((category = ANY (ARRAY['taxi'::text, 'delivery'::text]))),
    CONSTRAINT fare_quotes_discount CHECK ((((discount_amount >= (0)::numeric) AND (discount_amount <= trip_cost)) AND ((discount_amount = (0)::numeric) OR (promo_code IS NOT NULL)))),
    CONSTRAINT fare_quotes_lists CHECK (((jsonb_typeof(lines) = 'array'::text) AND (jsonb_typeof(waypoints) = 'array'::text) AND (jsonb_array_length(waypoints) <= 23))),
    CONSTRAINT fare_quotes_places CHECK ((app.is_place(pickup_lat, pickup_lng) AND app.is_place(drop_lat, drop_lng))),
    CONSTRAINT fare_quotes_times CHECK ((expires_at > created_at))
);

COMMENT ON TABLE public.fare_quotes IS 'A price promised to one rider for ten minutes, from a route the server measured.';

COMMENT ON COLUMN public.fare_quotes.category IS 'taxi or delivery, as the car type.';

COMMENT ON COLUMN public.fare_quotes.waypoints IS '[{lat, lng, add, point_name?}], in order; point_name as pickup_point_name.';

COMMENT ON COLUMN public.fare_quotes.distance_in_km IS 'As the route service measured.';

COMMENT ON COLUMN public.fare_quotes.time_in_secs IS 'As the route service measured.';

COMMENT ON COLUMN public.fare_quotes.polyline IS 'The way, encoded.';

COMMENT ON COLUMN public.fare_quotes.lines IS 'The rider''s lines [{key, amount, quantity?, unit?, rate?, name?, percent?}], the fee folded in; their sum is trip_cost.';

COMMENT ON COLUMN public.fare_quotes.trip_cost IS 'The fare promised.';

COMMENT ON COLUMN public.fare_quotes.tax_amount IS 'Tax included in trip_cost.';

COMMENT ON COLUMN public.fare_quotes.trip_at IS 'The time the price is for; null is now.';

COMMENT ON COLUMN public.fare_quotes.pickup_point_name IS 'What the server''s own map calls the point of the pickup; null where it has no name or no free provider. pickup_address is what a person wrote.';

COMMENT ON COLUMN public.fare_quotes.drop_point_name IS 'The same of the drop.';

COMMENT ON COLUMN public.fare_quotes.cash_unit IS 'settings.cash_unit as it stood.';

COMMENT ON COLUMN public.fare_quotes.promo_id IS 'The promotion applied; null with a code where it was deleted since.';

COMMENT ON COLUMN public.fare_quotes.promo_code IS 'Name of the promotion applied.';

COMMENT ON COLUMN public.fare_quotes.discount_amount IS 'What the promotion takes off trip_cost; computed again on the final fare.';

COMMENT ON COLUMN public.fare_quotes.payable_amount IS 'trip_cost less discount_amount.';

COMMENT ON COLUMN public.fare_quotes.cash_amount IS 'payable_amount as it is paid in cash.';

CREATE FUNCTION app.check_order(quote public.fare_quotes, payment_mode text, trip_at timestamp with time zone, by_admin boolean) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_limits record;
begin
  select l.* into v_limits from app.trip_at_limits() l;
  if not by_admin and (select s.app_category from public.settings s where s.id = 1) not in (quote.category, 'both') then
    raise sqlstate 'PT422' using message = 'category_unavailable', hint = format('settings.app_category offers no %s', quote.category);
  end if;
  if trip_at < v_limits.earliest then
    raise sqlstate 'PT422' using message = 'past_booking_error', hint = 'Choose a time at least 15 minutes from now';
  end if;
  -- Also what is no time at all: infinity is later than any.
  if trip_at > v_limits.latest then
    raise sqlstate 'PT422' using message = 'trip_at_too_far', hint = 'Choose a time within settings.later_days from now';
  end if;
  if not app.quote_holds(quote, check_order.trip_at) then
    raise sqlstate 'PT409' using message = 'quote_mismatch', hint = 'At this time the fare is another; ask for it with trip_at';
  end if;
  if quote.category = 'delivery' and payment_mode = 'cash' and not by_admin then
    raise sqlstate 'PT422' using message = 'delivery_cash_refused', hint = 'Parcels are paid before they are fetched';
  end if;
  if payment_mode is null or payment_mode not in ('cash', 'wallet', 'card') then
    raise sqlstate 'PT422' using message = 'payment_mode_unavailable', hint = 'Pay by cash, wallet or card';
  end if;
  if quote.promo_code is not null and quote.promo_id is null then
    raise sqlstate 'PT404' using message = 'promo_not_found', hint = 'The promotion was withdrawn; take it off the quote with apply_promo';
  end if;
end $$;

COMMENT ON FUNCTION app.check_order(quote public.fare_quotes, payment_mode text, trip_at timestamp with time zone, by_admin boolean) IS 'Refuses what cannot be booked: category_unavailable, past_booking_error, trip_at_too_far, quote_mismatch, delivery_cash_refused, payment_mode_unavailable, promo_not_found.';

CREATE FUNCTION app.check_payout_wait(user_id uuid) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_until timestamptz := app.payout_waits_until(user_id);
begin
  if v_until > app.now() then
    raise sqlstate 'PT409' using message = 'payout_waits', hint = format('Bank details or a contact changed; withdrawals go on at %s', v_until);
  end if;
end $$;

COMMENT ON FUNCTION app.check_payout_wait(user_id uuid) IS 'Refuses with payout_waits until settings.bank_change_hours after the last change of bank details or a proved contact.';

CREATE FUNCTION app.check_permission(me public.profiles, permission text) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if (me).usertype = 'admin' and not app.role_holds((me).staff_role, check_permission.permission) then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = format('The role %s does not have the permission %s', (me).staff_role, check_permission.permission);
  end if;
end $$;

COMMENT ON FUNCTION app.check_permission(me public.profiles, permission text) IS 'Refuses an admin whose staff role does not hold a permission: not_allowed. Others pass.';

CREATE FUNCTION app.check_person_facts(facts jsonb) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare e record;
begin
  for e in select x.key, x.value from jsonb_each(facts) x loop
    if e.key = 'approved' and jsonb_typeof(e.value) <> 'boolean' then perform app.person_invalid('approved is true or false'); end if;
    if jsonb_typeof(e.value) not in ('string', 'null', 'boolean') or length(e.value #>> '{}') > 500 then perform app.person_invalid(e.key || ' is a text'); end if;
  end loop;
  if exists (select 1 from jsonb_each_text(facts) x where x.key in ('first_name', 'last_name') and (app.is_blank(x.value) or length(x.value) > 80)) then
    perform app.person_invalid('Names have 1 to 80 letters');
  end if;
  if facts ->> 'car_type_id' is not null and not exists (select 1 from public.car_types c where c.id::text = facts ->> 'car_type_id') then
    perform app.person_invalid('There is no such car type');
  end if;
  if facts ->> 'fleet_id' is not null and not exists (select 1 from public.profiles p where p.id::text = facts ->> 'fleet_id'
      and p.usertype = 'fleetadmin' and p.deleted_at is null) then
    perform app.person_invalid('fleet_id names no fleet admin');
  end if;
end $$;

CREATE FUNCTION app.check_person_patch(person public.profiles, me public.profiles, patch jsonb) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_vehicle text[] := array['vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_number', 'other_info'];
  k text;
begin
  for k in select jsonb_object_keys(patch) loop
    if not (k = any (v_vehicle) and person.usertype = 'driver'
        or me.usertype = 'admin' and (k in ('first_name', 'last_name', 'mobile', 'approved')
          or k in ('car_type_id', 'fleet_id') and person.usertype = 'driver')) then
      raise sqlstate 'PT403' using message = 'not_allowed', hint = format('%s of a %s is not yours to change', k, person.usertype);
    end if;
  end loop;
  perform app.check_person_facts(patch);
  if patch ? 'mobile' and app.mobile_of(patch ->> 'mobile') is null then
    raise sqlstate 'PT422' using message = 'mobile_no_blank_error', hint = 'Give a phone number of more than 6 digits, 20 characters at most';
  end if;
end $$;

CREATE FUNCTION app.check_planned(facts jsonb, me public.profiles) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.check_planned_keys(facts, me);
  if facts ->> 'usertype' = 'admin' then
    perform app.check_permission(me, 'staff');
    if coalesce(facts ->> 'staff_role', '') not in ('owner', 'finance', 'support', 'dispatcher') then
      perform app.person_invalid('staff_role is owner, finance, support or dispatcher');
    end if;
  end if;
  -- Who orders by telephone says one name.
  if app.is_blank(facts ->> 'first_name') and (facts ->> 'usertype' <> 'rider' or app.is_blank(facts ->> 'last_name'))
    or app.is_blank(facts ->> 'last_name') and facts ->> 'usertype' <> 'rider' then
    perform app.person_invalid('Give a first and a last name');
  end if;
  perform app.check_newcomer(facts);
  -- The auth server keeps numbers with their country.
  if not app.is_blank(facts ->> 'mobile') then perform app.require_country(facts ->> 'mobile'); end if;
end $$;

COMMENT ON FUNCTION app.check_planned(facts jsonb, me public.profiles) IS 'Refuses an account that this admin or fleet admin may not make: not_allowed, person_invalid, name_invalid, email_or_mobile_issue.';

CREATE FUNCTION app.check_planned_keys(facts jsonb, me public.profiles) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
  v_usertype text := facts ->> 'usertype';
  v_keys text[] := array['usertype', 'first_name', 'last_name', 'email', 'mobile']
    || case when me.usertype = 'admin' then array['approved'] else '{}' end
    || case v_usertype when 'admin' then array['staff_role']
      when 'driver' then array['fleet_id', 'car_type_id', 'vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_number', 'other_info'] else '{}' end;
  v_key text := (select k.key from jsonb_object_keys(facts) k (key) where k.key <> all (v_keys) limit 1);
begin
  if v_usertype is null or v_usertype not in ('rider', 'driver', 'fleetadmin', 'admin') then
    perform app.person_invalid('usertype is rider, driver, fleetadmin or admin');
  elsif me.usertype = 'fleetadmin' and (v_usertype <> 'driver' or coalesce(facts ->> 'fleet_id', me.id::text) <> me.id::text) then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'Fleet admins add drivers of their own';
  elsif v_key is not null then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = format('%s of a %s is not yours to give', left(v_key, 40), v_usertype);
  end if;
end $$;

CREATE TABLE public.promos (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    promo_name text NOT NULL,
    promo_description text DEFAULT ''::text NOT NULL,
    promo_discount_type text DEFAULT 'flat'::text NOT NULL,
    promo_discount_value numeric NOT NULL,
    max_promo_discount_value numeric,
    min_order numeric DEFAULT 0 NOT NULL,
    promo_validity date NOT NULL,
    promo_usage_limit integer NOT NULL,
    user_avail integer DEFAULT 0 NOT NULL,
    listed boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT promos_max_promo_discount_value_check CHECK (((max_promo_discount_value >= (0)::numeric) AND (max_promo_discount_value <= (1000000)::numeric))),
    CONSTRAINT promos_min_order_check CHECK (((min_order >= (0)::numeric) AND (min_order <= (1000000)::numeric))),
    CONSTRAINT promos_percentage CHECK (((promo_discount_type = 'flat'::text) OR (promo_discount_value <= (100)::numeric))),
    CONSTRAINT promos_promo_description_check CHECK ((length(promo_description) <= 500)),
    CONSTRAINT promos_promo_discount_type_check CHECK ((promo_discount_type = ANY (ARRAY['flat'::text, 'percentage'::text]))),
    CONSTRAINT promos_promo_discount_value_check CHECK (((promo_discount_value > (0)::numeric) AND (promo_discount_value <= (1000000)::numeric))),
    CONSTRAINT promos_promo_name_check CHECK (((length(promo_name) <= 40) AND (promo_name ~ '^\S(.{0,38}\S)?$'::text))),
    CONSTRAINT promos_promo_usage_limit_check CHECK (((promo_usage_limit >= 0) AND (promo_usage_limit <= 1000000000))),
    CONSTRAINT promos_promo_validity_check CHECK (((promo_validity >= '2000-01-01'::date) AND (promo_validity <= '9999-12-31'::date))),
    CONSTRAINT promos_user_avail_check CHECK ((user_avail >= 0)),
    CONSTRAINT promos_version_check CHECK ((version > 0))
);

COMMENT ON TABLE public.promos IS 'Codes that take something off a fare, once per rider, proved number and mailbox.';

COMMENT ON COLUMN public.promos.promo_name IS 'The code that riders type, in any case.';

COMMENT ON COLUMN public.promos.promo_description IS 'What riders read about it.';

COMMENT ON COLUMN public.promos.promo_discount_type IS 'flat or percentage.';

COMMENT ON COLUMN public.promos.promo_discount_value IS 'An amount, or percent of the fare.';

COMMENT ON COLUMN public.promos.max_promo_discount_value IS 'The most it takes off; null or 0 sets no maximum.';

COMMENT ON COLUMN public.promos.min_order IS 'The fare quoted has to be this much at least; the final fare, too, unless it is at least 80 percent of the quote.';

COMMENT ON COLUMN public.promos.promo_validity IS 'The last day it can be used, to its end in settings.time_zone.';

COMMENT ON COLUMN public.promos.promo_usage_limit IS 'How many bookings may use it in all.';

COMMENT ON COLUMN public.promos.user_avail IS 'How many bookings use it: reserved or consumed. Kept by functions alone.';

COMMENT ON COLUMN public.promos.listed IS 'Whether riders find it in their list; one that is not works for those who know the code.';

COMMENT ON COLUMN public.promos.version IS 'How often it was changed. An update that names the version it saw is refused with version_conflict where that is old.';

CREATE FUNCTION app.check_promo(promo public.promos, rider_id uuid, trip_cost numeric) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if (app.now() at time zone (select s.time_zone from public.settings s where s.id = 1))::date > promo.promo_validity then
    raise sqlstate 'PT410' using message = 'promo_expired', hint = format('It ended on %s', promo.promo_validity);
  end if;
  if trip_cost < promo.min_order then
    raise sqlstate 'PT422' using message = 'promo_min_order', hint = format('The fare has to be %s at least', promo.min_order);
  end if;
  if exists (select 1 from public.promo_uses u where u.promo_id = promo.id and u.status <> 'released'
      and (u.user_id = rider_id or u.user_id in (select app.other_selves(rider_id)))) then
    raise sqlstate 'PT409' using message = 'promo_used', hint = 'Each person can use a promotion once';
  end if;
  if promo.user_avail >= promo.promo_usage_limit then
    raise sqlstate 'PT409' using message = 'promo_used_up', hint = 'All of its uses are taken';
  end if;
end $$;

COMMENT ON FUNCTION app.check_promo(promo public.promos, rider_id uuid, trip_cost numeric) IS 'Refuses what a promotion does not allow: promo_expired, promo_min_order, promo_used, promo_used_up.';

CREATE FUNCTION app.check_provider(provider text) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if not coalesce(check_provider.provider in ('paypal', 'braintree', 'stripe', 'paytm', 'payulatam', 'flutterwave', 'paystack', 'securepay',
      'payfast', 'liqpay', 'culqi', 'mercadopago', 'squareup', 'wipay', 'razorpay'), false)
    and not (check_provider.provider is not distinct from 'test' and (select s.test_payments from public.settings s where s.id = 1)) then
    raise sqlstate 'PT403' using message = 'no_provider_found', hint = 'Not a provider, or the test provider while settings.test_payments is off';
  end if;
end $$;

COMMENT ON FUNCTION app.check_provider(provider text) IS 'Refuses with no_provider_found what may not take or confirm money.';

CREATE FUNCTION app.is_price_list(list jsonb, keys text[], entries integer, most numeric, description_limit integer) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select jsonb_typeof(list) = 'array' and jsonb_array_length(list) <= entries and not exists (
    select 1 from jsonb_array_elements(case when jsonb_typeof(list) = 'array' then list else '[]' end) e (item)
    where jsonb_typeof(e.item) <> 'object'
      or description_limit is not null and not coalesce(jsonb_typeof(e.item -> 'description') = 'string' and btrim(e.item ->> 'description') <> ''
        and length(e.item ->> 'description') <= description_limit, false)
      or exists (select 1 from unnest(keys) k where not coalesce(jsonb_typeof(e.item -> k) = 'number', false)
        or (e.item ->> k)::numeric not between 0 and most))
$$;

COMMENT ON FUNCTION app.is_price_list(list jsonb, keys text[], entries integer, most numeric, description_limit integer) IS 'Checks parcel types, options and cancellation slabs.';

CREATE TABLE public.car_types (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    name text NOT NULL,
    image text DEFAULT 'cab'::text NOT NULL,
    category text DEFAULT 'taxi'::text NOT NULL,
    base_fare numeric DEFAULT 0 NOT NULL,
    rate_per_unit_distance numeric DEFAULT 0 NOT NULL,
    rate_per_hour numeric DEFAULT 0 NOT NULL,
    waiting_rate_per_hour numeric DEFAULT 0 NOT NULL,
    min_fare numeric DEFAULT 0 NOT NULL,
    convenience_fees numeric DEFAULT 0 NOT NULL,
    convenience_fee_type text DEFAULT 'flat'::text NOT NULL,
    extra_info text DEFAULT ''::text NOT NULL,
    seats integer DEFAULT 4 NOT NULL,
    sort_order integer DEFAULT 0 NOT NULL,
    parcel_types jsonb DEFAULT '[]'::jsonb NOT NULL,
    options jsonb DEFAULT '[]'::jsonb NOT NULL,
    cancel_slab jsonb DEFAULT '[]'::jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT car_types_base_fare_check CHECK (((base_fare >= (0)::numeric) AND (base_fare <= (1000000)::numeric))),
    CONSTRAINT car_types_cancel_slab_check CHECK (app.is_price_list(cancel_slab, '{mins_delayed,amount}'::text[], 100, (1000000)::numeric, NULL::integer)),
    CONSTRAINT car_types_category_check CHECK ((category = ANY (ARRAY['taxi'::text, 'delivery'::text]))),
    CONSTRAINT car_types_convenience_fee_type_check CHECK ((convenience_fee_type = ANY (ARRAY['flat'::text, 'percentage'::text]))),
    CONSTRAINT car_types_convenience_fees_check CHECK (((convenience_fees >= (0)::numeric) AND (convenience_fees <= (1000000)::numeric))),
    CONSTRAINT car_types_extra_info_check CHECK ((length(extra_info) <= 500)),
    CONSTRAINT car_types_min_fare_check CHECK (((min_fare >= (0)::numeric) AND (min_fare <= (1000000)::numeric))),
    CONSTRAINT car_types_name_check CHECK (((btrim(name) <> ''::text) AND (length(name) <= 80))),
    CONSTRAINT car_types_options_check CHECK (app.is_price_list(options, '{amount}'::text[], 100, (1000000)::numeric, 200)),
    CONSTRAINT car_types_parcel_types_check CHECK (app.is_price_list(parcel_types, '{amount}'::text[], 100, (1000000)::numeric, 200)),
    CONSTRAINT car_types_percentage CHECK (((convenience_fee_type = 'flat'::text) OR (convenience_fees <= (100)::numeric))),
    CONSTRAINT car_types_rate_per_hour_check CHECK (((rate_per_hour >= (0)::numeric) AND (rate_per_hour <= (1000000)::numeric))),
    CONSTRAINT car_types_rate_per_unit_distance_check CHECK (((rate_per_unit_distance >= (0)::numeric) AND (rate_per_unit_distance <= (1000000)::numeric))),
    CONSTRAINT car_types_seats_check CHECK (((seats >= 0) AND (seats <= 1000))),
    CONSTRAINT car_types_sort_order_check CHECK (((sort_order >= '-100000'::integer) AND (sort_order <= 100000))),
    CONSTRAINT car_types_version_check CHECK ((version > 0)),
    CONSTRAINT car_types_waiting_rate_per_hour_check CHECK (((waiting_rate_per_hour >= (0)::numeric) AND (waiting_rate_per_hour <= (1000000)::numeric)))
);

COMMENT ON TABLE public.car_types IS 'What can be booked, and its tariff.';

COMMENT ON COLUMN public.car_types.name IS 'What people choose by.';

COMMENT ON COLUMN public.car_types.image IS 'Key of a drawn silhouette (cab, estate, van, premium, moto, parcel-van) or an address.';

COMMENT ON COLUMN public.car_types.category IS 'taxi or delivery: how it is paid, and where the code is asked for.';

COMMENT ON COLUMN public.car_types.base_fare IS 'The first line of a fare; 0 makes none.';

COMMENT ON COLUMN public.car_types.rate_per_unit_distance IS 'Per kilometre, or per mile with settings.convert_to_mile.';

COMMENT ON COLUMN public.car_types.rate_per_hour IS 'For the time under way.';

COMMENT ON COLUMN public.car_types.waiting_rate_per_hour IS 'For waiting at the pickup beyond settings.free_wait; 0 charges nothing.';

COMMENT ON COLUMN public.car_types.min_fare IS 'What a ride costs at least, before the convenience fee.';

COMMENT ON COLUMN public.car_types.convenience_fees IS 'The operator''s part: an amount, or percent of the ride cost.';

COMMENT ON COLUMN public.car_types.convenience_fee_type IS 'flat or percentage.';

COMMENT ON COLUMN public.car_types.extra_info IS 'A sentence under the name.';

COMMENT ON COLUMN public.car_types.seats IS 'Passengers it takes.';

COMMENT ON COLUMN public.car_types.sort_order IS 'Place in the list.';

COMMENT ON COLUMN public.car_types.parcel_types IS '[{description, amount}]';

COMMENT ON COLUMN public.car_types.options IS '[{description, amount}]';

COMMENT ON COLUMN public.car_types.cancel_slab IS '[{mins_delayed, amount}]: the fee once so many minutes have passed.';

COMMENT ON COLUMN public.car_types.version IS 'How often it was changed. An update that names the version it saw is refused with version_conflict where that is old.';

CREATE FUNCTION app.check_quote(quote jsonb) RETURNS public.car_types
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_car public.car_types;
  v_stops jsonb := coalesce(nullif(quote -> 'waypoints', 'null'), '[]');
begin
  select c.* into v_car from public.car_types c where c.id::text = quote ->> 'car_type_id';
  if not found then
    raise sqlstate 'PT422' using message = 'select_proper', hint = 'Choose a car type that is offered';
  end if;
  if not (app.is_route_place(quote -> 'pickup') and app.is_route_place(quote -> 'drop') and jsonb_typeof(v_stops) = 'array') then
    raise sqlstate 'PT422' using message = 'select_proper', hint = 'Give pickup and drop with lat and lng, and waypoints as a list';
  end if;
  if jsonb_array_length(v_stops) > 23 then
    raise sqlstate 'PT422' using message = 'too_many_stops', hint = 'At most 23 stops between pickup and drop';
  end if;
  if exists (select 1 from jsonb_array_elements(v_stops) s where not app.is_route_place(s)) then
    raise sqlstate 'PT422' using message = 'select_proper', hint = 'Give each stop with lat and lng';
  end if;
  -- Also what is no number: NaN is more than any.
  if not coalesce((quote ->> 'distance_in_km')::numeric between 0 and 100000 and (quote ->> 'time_in_secs')::numeric between 0 and 10000000, false) then
    raise sqlstate 'PT422' using message = 'no_route_found', hint = 'The route has no distance or no time';
  end if;
  return v_car;
end $$;

CREATE FUNCTION app.check_route(booking public.bookings, quote public.fare_quotes) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if (quote).customer_id <> (booking).customer_id or (quote).car_type_id <> (booking).car_type_id
    or app.distance_m((quote).pickup_lat, (quote).pickup_lng, (booking).pickup_lat, (booking).pickup_lng) > 100
    or exists (select 1 from public.booking_stops s
      left join lateral (select (quote).waypoints -> (s.position - 1) as stop) w on true
      where s.booking_id = (booking).id and s.arrived_at is not null and (w.stop is null or app.distance_m(s.lat, s.lng,
        (w.stop ->> 'lat')::double precision, (w.stop ->> 'lng')::double precision) > 100)) then
    raise sqlstate 'PT422' using message = 'quote_unsuitable',
      hint = 'Ask for the fare with the same car and pickup, and with the stops already reached as the first';
  end if;
  if exists (select 1 from app.fare_quote_rules k where k.quote_id = (quote).id
      and (k.inputs #>> '{parcel_type,description}' is distinct from (booking).parcel_type_selected ->> 'description'
        or k.inputs #>> '{option,description}' is distinct from (booking).option_selected ->> 'description')) then
    raise sqlstate 'PT422' using message = 'quote_unsuitable', hint = 'Ask for the fare with the parcel type and the option that were booked';
  end if;
  if not app.quote_holds(quote, case when (booking).book_later then (booking).trip_at end) then
    raise sqlstate 'PT409' using message = 'quote_mismatch', hint = 'Ask for the fare with the booking''s trip_at';
  end if;
  -- Under way a quote for a shorter way would hold down the fare of what was driven already.
  if (booking).status = 'STARTED' and (quote).trip_cost < (booking).estimate then
    raise sqlstate 'PT422' using message = 'route_shortened', hint = 'Who leaves earlier lets the driver end the trip there';
  end if;
  if (quote).trip_cost < coalesce(((booking).promo_details ->> 'min_order')::numeric, 0) then
    raise sqlstate 'PT422' using message = 'promo_min_order', hint = 'The booking''s promotion needs a higher fare';
  end if;
end $$;

COMMENT ON FUNCTION app.check_route(booking public.bookings, quote public.fare_quotes) IS 'Refuses a quote that cannot replace the booking''s: quote_unsuitable, quote_mismatch, route_shortened, promo_min_order.';

CREATE TABLE public.approvals (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    kind text NOT NULL,
    target_id uuid NOT NULL,
    user_id uuid NOT NULL,
    amount numeric,
    reason text,
    requested_by uuid NOT NULL,
    requested_at timestamp with time zone DEFAULT app.now() NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    decided_by uuid,
    decided_at timestamp with time zone,
    client_key uuid NOT NULL,
    CONSTRAINT approvals_amount_check CHECK (((amount > (0)::numeric) AND (amount < (1000000)::numeric))),
    CONSTRAINT approvals_decided CHECK ((((status = 'pending'::text) = (decided_at IS NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL)))),
    CONSTRAINT approvals_kind_check CHECK ((kind = ANY (ARRAY['credit'::text, 'refund'::text, 'payout'::text, 'bank_release'::text, 'export'::text]))),
    CONSTRAINT approvals_reason_check CHECK ((length(reason) <= 500)),
    CONSTRAINT approvals_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
    CONSTRAINT approvals_two_people CHECK (((status <> 'approved'::text) OR (((decided_by <> requested_by) AND (decided_by <> user_id)) AND ((user_id <> requested_by) <> (kind = 'export'::text)))))
);

COMMENT ON TABLE public.approvals IS 'What one admin asked for and another decided. Pending ones end after seven days.';

COMMENT ON COLUMN public.approvals.kind IS 'credit, refund, payout, bank_release or export.';

COMMENT ON COLUMN public.approvals.target_id IS 'A person (credit, bank_release, export: the one who asked), a booking (refund) or a withdrawal (payout).';

COMMENT ON COLUMN public.approvals.user_id IS 'Who gets the money, or reads the rows.';

COMMENT ON COLUMN public.approvals.amount IS 'Money; rows of an export; null where none is decided (bank_release).';

COMMENT ON COLUMN public.approvals.reason IS 'What the one who asked said; a rejection adds its own to the log.';

COMMENT ON COLUMN public.approvals.requested_by IS 'The first of the two.';

COMMENT ON COLUMN public.approvals.status IS 'pending, approved (and done in the same transaction) or rejected.';

COMMENT ON COLUMN public.approvals.decided_by IS 'The second, or who rejected.';

CREATE FUNCTION app.check_second(me public.profiles, approval public.approvals) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_first public.profiles;
begin
  select p.* into v_first from public.profiles p where p.id = (approval).requested_by;
  if v_first.usertype <> 'admin' and not ((approval).kind = 'export' and v_first.usertype = 'fleetadmin') or not v_first.approved or (approval).requested_at < app.now() - interval '7 days' then
    perform app.refuse_closed();
  end if;
  if (me).id in ((approval).requested_by, (approval).user_id) or (me).created_by = v_first.id or v_first.created_by = (me).id then
    raise sqlstate 'PT403' using message = 'second_person_needed', hint = 'An admin who neither asked, nor gets it, nor made or was made by the one who asked';
  end if;
end $$;

CREATE FUNCTION app.check_sign_up(facts jsonb) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if coalesce(facts ->> 'usertype', '') not in ('rider', 'driver') then
    perform app.person_invalid('usertype is rider or driver');
  elsif app.is_blank(facts ->> 'first_name') or app.is_blank(facts ->> 'last_name') then
    perform app.person_invalid('Give a first and a last name');
  end if;
  perform app.check_newcomer(facts);
  -- A code goes to it.
  if app.is_blank(facts ->> 'email') then perform app.require_country(facts ->> 'mobile'); end if;
  if facts ? 'referral_id' and not public.validate_referrer(facts ->> 'referral_id') then
    raise sqlstate 'PT422' using message = 'referral_invalid', hint = 'Nobody invites by this code';
  end if;
end $$;

CREATE FUNCTION app.check_version(patch jsonb, table_name text, row_id text, version integer) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if patch ? 'version' and patch -> 'version' is distinct from to_jsonb(check_version.version) then
    perform app.refuse_version(check_version.table_name, check_version.row_id, check_version.version);
  end if;
end $$;

CREATE FUNCTION app.checked_rates(lines jsonb, places integer) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select coalesce(jsonb_agg(case when round((l.line ->> 'quantity')::numeric * (l.line ->> 'rate')::numeric, places) <> (l.line ->> 'amount')::numeric
    then l.line - 'rate' else l.line end order by l.place), '[]')
  from jsonb_array_elements(lines) with ordinality l (line, place)
$$;

CREATE FUNCTION app.chosen(choices jsonb, place jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  if jsonb_array_length(choices) = 0 then return null; end if;
  if jsonb_typeof(place) is distinct from 'number' then return choices -> 0; end if;
  if (place #>> '{}')::numeric not between 0 and jsonb_array_length(choices) - 1 then
    raise sqlstate 'PT422' using message = 'select_proper', hint = 'There is no such parcel type or option';
  end if;
  return choices -> (place #>> '{}')::numeric::integer;
end $$;

CREATE FUNCTION app.clean_outbox() RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  delete from app.outbox o where o.id in (select d.id from app.outbox d
    where d.status <> 'queued' and d.done_at < app.now() - case d.status when 'sent' then interval '7 days' else interval '30 days' end
    order by d.done_at limit 10000);
  delete from public.notices n where n.id in (select d.id from public.notices d
    where d.created_at < app.now() - interval '90 days' order by d.created_at limit 10000);
  delete from public.push_tokens t where t.seen_at < app.now() - interval '270 days'
$$;

COMMENT ON FUNCTION app.clean_outbox() IS 'Forgets what was sent a week ago, what failed a month ago, notices of 90 days and devices unseen for nine months.';

CREATE FUNCTION app.close_month() RETURNS date
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_month date;
begin
  select min(m.month) into v_month from public.earnings_months m
  where m.month > coalesce((select max(t.month) from app.earnings_totals t), '-infinity')
    and m.month < date_trunc('month', app.day_of(app.now()));
  if v_month is null then return null; end if;
  -- Waits for those who are adding, so that the sum that follows sees all of them, and the next ones see the sum.
  perform pg_advisory_xact_lock(4841550);
  insert into app.earnings_totals
  select v_month, sum(m.rides), sum(m.trip_cost), sum(m.ride_cost), sum(m.driver_share), sum(m.convenience_fees),
    sum(m.discount_amount), sum(m.cancellations), sum(m.cancellation_fee), sum(m.free_ride_discounts),
    sum(m.cancellation_share)
  from public.earnings_months m where m.month = v_month
  on conflict do nothing;
  delete from public.earnings_days d where d.day < app.day_of(app.now()) - 400;
  return v_month;
end $$;

COMMENT ON FUNCTION app.close_month() IS 'Sums the oldest month that is over and not summed yet; answers it, or null where there is none.';

CREATE FUNCTION app.collect_debts() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_id uuid;
begin
  for v_id in select d.customer_id from app.fee_debts d join public.profiles p on p.id = d.customer_id
    group by d.customer_id, p.wallet_balance, p.bonus_balance
    having sum(d.unpaid) > greatest(0, p.bonus_balance - p.wallet_balance) order by d.customer_id limit 500
  loop
    begin
      perform app.collect_debts_of(v_id);
    exception when others then
      raise warning 'collecting from % failed: %', v_id, sqlerrm;
    end;
  end loop;
end $$;

COMMENT ON FUNCTION app.collect_debts() IS 'Pays drivers their part of the fees that riders have paid since.';

CREATE FUNCTION app.collect_debts_of(customer_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_debt app.fee_debts;
  v_paid numeric;
  v_part numeric;
begin
  perform app.lock_wallets(variadic array(select b.driver_id from app.fee_debts d join public.bookings b on b.id = d.booking_id
    where d.customer_id = collect_debts_of.customer_id) || collect_debts_of.customer_id);
  select sum(d.unpaid) into v_paid from app.fee_debts d where d.customer_id = collect_debts_of.customer_id;
  v_paid := v_paid - greatest(0, -app.real_balance(collect_debts_of.customer_id));
  for v_debt in select d.* from app.fee_debts d where d.customer_id = collect_debts_of.customer_id order by d.at, d.booking_id loop
    exit when v_paid <= 0;
    v_part := least(v_paid, v_debt.unpaid);
    v_paid := v_paid - v_part;
    perform app.pay_share(v_debt, v_part);
    if v_part = v_debt.unpaid then delete from app.fee_debts d where d.booking_id = v_debt.booking_id;
    else update app.fee_debts d set unpaid = d.unpaid - v_part where d.booking_id = v_debt.booking_id;
    end if;
  end loop;
end $$;

CREATE FUNCTION app.compensate_route(booking public.bookings, client_key uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_amount numeric := (select round((app.accepted_fare(booking) - (booking).estimate) * s.cheaper_route_percent / 100, s."decimal")
    from public.settings s where s.id = 1);
begin
  delete from public.booking_extras x where x.booking_id = (booking).id and x.key = 'route_change';
  if v_amount > 0 then
    insert into public.booking_extras (booking_id, key, amount, by_role, added_by, client_key)
    values ((booking).id, 'route_change', v_amount, 'system', (booking).customer_id, compensate_route.client_key);
  end if;
end $$;

CREATE FUNCTION app.complete_paid() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_done integer := 0;
  v_id uuid;
begin
  perform app.act('system', note => 'after_24_hours');
  for v_id in select p.id from public.bookings p where p.status = 'PAID' and p.paid_at <= app.now() - interval '24 hours'
    order by p.paid_at limit 500 for no key update skip locked
  loop
    begin
      perform app.move_booking(v_id, 'COMPLETE', jsonb_build_object('completed_at', app.now()));
      v_done := v_done + 1;
    exception when others then
      raise warning 'completing % failed: %', v_id, sqlerrm;
    end;
  end loop;
  return v_done;
end $$;

COMMENT ON FUNCTION app.complete_paid() IS 'Completes rides paid a day ago that nobody rated; answers how many.';

CREATE FUNCTION app.compute_fare(rule jsonb, inputs jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
  v_places integer := least(4, app.amount_in(rule -> 'decimal'))::integer;
  v_percent numeric := app.amount_in(rule -> 'convenience_fees');
  v_tax numeric := app.amount_in(rule -> 'tax_percent');
  v_lines jsonb := app.way_lines(rule, inputs, v_places);
  v_min numeric := round(app.amount_in(rule -> 'min_fare'), v_places);
  v_ride numeric;
  v_fee numeric;
begin
  v_lines := v_lines || app.added_lines(rule, inputs, app.sum_lines(v_lines), v_places);
  v_ride := app.sum_lines(v_lines);
  if v_ride < v_min then
    v_lines := v_lines || app.fare_line('minimum_fare', v_min - v_ride);
    v_ride := v_min;
  end if;
  v_fee := round(case rule ->> 'convenience_fee_type' when 'percentage' then v_ride * v_percent / 100 else v_percent end, v_places);
  return jsonb_build_object(
    'version', 1,
    'lines', app.checked_rates(v_lines, v_places) || case when v_fee > 0 then jsonb_build_array(app.fare_line('convenience_fee', v_fee)) else '[]' end,
    'rider_lines', app.checked_rates(app.fold_fee(v_lines, v_fee, rule ->> 'convenience_fee_type', v_places), v_places),
    'ride_cost', v_ride, 'driver_share', v_ride, 'convenience_fees', v_fee, 'trip_cost', v_ride + v_fee,
    'tax', round((v_ride + v_fee) * v_tax / (100 + v_tax), v_places));
end $$;

COMMENT ON FUNCTION app.compute_fare(rule jsonb, inputs jsonb) IS 'The fare, a pure function of two JSON objects. Source: the fare formula in docs/data-model.md.
rule: {decimal, convert_to_mile, base_fare, rate_per_unit_distance, rate_per_hour, min_fare, free_wait (minutes), waiting_rate_per_hour, convenience_fees, convenience_fee_type: flat|percentage, tax_percent, zone_fixed?: {name, amount}, zones?: [{name, amount|percent}], windows?: [{name, amount|percent}]}.
inputs: {distance_km, secs, wait_secs?, stop_wait_secs?, parcel_type?: {amount, description?}, option?: likewise, extras?: [{key: toll|parking|other|route_change, amount, note?}]}; other keys are ignored.
Answers {version, lines, rider_lines, ride_cost, driver_share, convenience_fees, trip_cost, tax}; a line is {key, amount, quantity?, unit?, rate?, name?, percent?}. A line with a rate is quantity x rate, rounded; where that would not come out, it has no rate.
Lines in order: base_fare, distance, time (or zone_fixed instead of the three), parcel_type, option, zone_surcharge each, tariff_window each (a percentage is one of the lines before parcel_type), waiting, toll | parking | route_change | extra each, minimum_fare; then convenience_fee, in lines alone. Lines of 0 are left out, but for distance and time with a rate and for zone_fixed.
Holds for whatever is handed in: no line is negative; each is rounded half up to decimal (0 to 4); ride_cost = sum of the lines before the fee >= min_fare rounded; trip_cost = ride_cost + convenience_fees = sum of lines = sum of rider_lines; driver_share = ride_cost; tax is the part of trip_cost that tax_percent makes, already inside. What is no number, negative, or a billion and more counts as 0.';

CREATE FUNCTION app.contact_hashes(email text, phone text) RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select encode(sha256(convert_to(k.key || c.said, 'UTF8')), 'hex')
  from app.contact_key k, unnest(array[app.normalised_mailbox(contact_hashes.email),
    regexp_replace(contact_hashes.phone, '[^0-9]', '', 'g')]) c (said) where c.said <> ''
$$;

COMMENT ON FUNCTION app.contact_hashes(email text, phone text) IS 'A mailbox and a number under the key of this database, which is never exposed.';

CREATE FUNCTION app.containing(search text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select '%' || replace(replace(replace(left(lower(search), 100), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

COMMENT ON FUNCTION app.containing(search text) IS 'The pattern for what contains a text, whatever signs it has.';

CREATE FUNCTION app.copy_driver_contact(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.booking_contacts c set driver_contact = (select p.mobile from public.profiles p where p.id = (booking).driver_id)
  where c.booking_id = (booking).id;
end $$;

COMMENT ON FUNCTION app.copy_driver_contact(booking public.bookings) IS 'Puts the phone number of a new driver into the booking''s contacts, or removes that of one who left.';

CREATE FUNCTION app.correct_earnings(booking_id uuid, driver_share numeric, convenience_fees numeric DEFAULT 0, cancellation_fee numeric DEFAULT 0) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_booking public.bookings;
  e public.earnings_months;
begin
  select b.* into v_booking from public.bookings b where b.id = correct_earnings.booking_id;
  -- What was never counted is not taken off either.
  if v_booking.status <> 'CANCELLED'
    and (select f.convenience_fees from public.booking_finances f where f.booking_id = v_booking.id) <= 0 then return; end if;
  e := app.no_earnings(v_booking, app.now());
  e.driver_share := correct_earnings.driver_share;
  e.convenience_fees := correct_earnings.convenience_fees;
  e.cancellation_fee := correct_earnings.cancellation_fee;
  perform app.add_earnings(v_booking.id, app.now(), e);
end $$;

COMMENT ON FUNCTION app.correct_earnings(booking_id uuid, driver_share numeric, convenience_fees numeric, cancellation_fee numeric) IS 'Adds to this month what a correction of a paid or cancelled booking changes; negative where something is taken back. Rides and what they cost stay counted.';

CREATE FUNCTION app.count_extras(booking public.bookings, rule jsonb, inputs jsonb) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_cap numeric := trunc(1.5 * (booking).estimate, (rule ->> 'decimal')::integer);
  v_counted jsonb := jsonb_build_array();
  v_capped boolean := false;
  v_over numeric;
  e public.booking_extras;
begin
  for e in select x.* from public.booking_extras x where x.booking_id = (booking).id and x.removed_at is null
    order by x.by_role <> 'driver', x.created_at, x.id loop
    v_over := case when e.by_role <> 'driver' then 0 else (app.compute_fare(rule, inputs || jsonb_build_object('extras',
      v_counted || jsonb_build_object('key', e.key, 'amount', e.amount))) ->> 'trip_cost')::numeric - v_cap end;
    v_capped := v_capped or v_over > 0;
    continue when v_over >= e.amount;
    v_counted := v_counted || jsonb_strip_nulls(jsonb_build_object('id', e.id, 'key', e.key, 'amount', e.amount - greatest(0, v_over),
      'declared', case when v_over > 0 then e.amount end, 'note', e.note));
  end loop;
  return jsonb_build_object('extras', v_counted, 'capped', v_capped);
end $$;

COMMENT ON FUNCTION app.count_extras(booking public.bookings, rule jsonb, inputs jsonb) IS 'What extras add to the inputs of a fare, and whether the cap of 1.5 times the quote cut them: {extras, capped}.';

CREATE FUNCTION app.count_files() RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select count(*) from storage.objects o where o.bucket_id = 'users' and o.name like auth.uid() || '/%'
$$;

COMMENT ON FUNCTION app.count_files() IS 'How many files the caller has in the bucket users.';

CREATE FUNCTION app.count_logos() RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select count(*) from storage.objects o where o.bucket_id = 'company'
$$;

COMMENT ON FUNCTION app.count_logos() IS 'How many pictures lie in the bucket company, used or not.';

CREATE TABLE public.ratings (
    booking_id uuid NOT NULL,
    from_id uuid NOT NULL,
    to_id uuid NOT NULL,
    stars integer NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    shown_from timestamp with time zone DEFAULT (app.now() + '24:00:00'::interval) NOT NULL,
    counted boolean DEFAULT false NOT NULL,
    CONSTRAINT ratings_check CHECK ((from_id <> to_id)),
    CONSTRAINT ratings_shown CHECK (((shown_from >= created_at) AND (shown_from <= (created_at + '24:00:00'::interval)))),
    CONSTRAINT ratings_stars_check CHECK (((stars >= 1) AND (stars <= 5)))
);

COMMENT ON TABLE public.ratings IS 'Stars one person gave another for one booking.';

COMMENT ON COLUMN public.ratings.stars IS '1 to 5.';

COMMENT ON COLUMN public.ratings.shown_from IS 'From when the receiver may know: when both have rated, or after 24 hours. Else stars would be an answer to stars.';

COMMENT ON COLUMN public.ratings.counted IS 'Whether the receiver''s average and notices have it; never before shown_from.';

CREATE FUNCTION app.count_rating(given public.ratings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  -- Two ratings of one person at once: the second counts the first.
  perform 1 from public.profiles p where p.id = (given).to_id for no key update;
  update public.ratings g set counted = true where g.booking_id = (given).booking_id and g.from_id = (given).from_id and not g.counted;
  if not found then return; end if;
  update public.profiles p set rating = r.average, rating_count = r.n
  from (select round(avg(g.stars), 1) as average, count(*) as n from public.ratings g where g.to_id = (given).to_id and g.counted) r
  where p.id = (given).to_id;
  perform app.notify(b.driver_id, 'trip_rated', app.notice_params(b) || jsonb_build_object('stars', (given).stars), b.id)
  from public.bookings b where b.id = (given).booking_id and b.driver_id = (given).to_id;
end $$;

CREATE FUNCTION app.covers(w public.tariff_windows, local timestamp without time zone) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case
    when w.from_time < w.to_time then local::time >= w.from_time and local::time < w.to_time and app.begins_on(w, local::date)
    else (local::time >= w.from_time and app.begins_on(w, local::date))
      or (local::time < w.to_time and app.begins_on(w, local::date - 1)) end
$$;

CREATE FUNCTION app.create_driver(user_id uuid, fleet_id uuid, said jsonb) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  insert into public.drivers (id, fleet_id, car_type_id, vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info)
  select create_driver.user_id, create_driver.fleet_id, (select c.id from public.car_types c where c.id::text = create_driver.said ->> 'car_type_id'),
    v.texts[1], v.texts[2], v.texts[3], v.texts[4], v.texts[5]
  from (select array(select left(nullif(btrim(create_driver.said ->> k.key), ''), 500)
    from unnest(array['vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_number', 'other_info']) with ordinality k (key, nr) order by k.nr) as texts) v
$$;

CREATE FUNCTION app.create_profile(account auth.users) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_set jsonb := coalesce(account.raw_app_meta_data, '{}');
  v_said jsonb := coalesce(account.raw_user_meta_data, '{}');
  v_usertype text := coalesce(v_set ->> 'usertype', 'rider');
  v_fleet uuid := (select p.id from public.profiles p where p.id::text = v_set ->> 'fleet_id' and p.usertype = 'fleetadmin');
  v_waits boolean := v_usertype = 'driver' and (v_set ->> 'reg_type' = 'registration' or v_fleet is not null)
    and (select s.driver_approval from public.settings s where s.id = 1);
begin
  insert into public.profiles (id, mobile, mobile_verified, email, usertype, referral_id, approved, reg_type, staff_role, created_by)
  values (account.id, nullif(account.phone, ''), account.phone_confirmed_at is not null, account.email, v_usertype, app.unused_referral_id(),
    coalesce((v_set ->> 'approved')::boolean, not coalesce(v_waits, false)),
    coalesce(v_set ->> 'reg_type', case
      when coalesce(v_set ->> 'provider', 'email') not in ('email', 'phone') then 'social'
      when coalesce(account.email, '') = '' then 'mobile' else 'email' end),
    case when v_usertype = 'admin' then coalesce(v_set ->> 'staff_role', 'owner') end,
    (select p.id from public.profiles p where p.id = app.uuid_of(v_set ->> 'created_by')));
  if account.confirmed_at is not null or app.is_made_by_server(v_set) then
    perform app.fill_profile(account.id, v_said);
  end if;
  if v_usertype = 'driver' then perform app.create_driver(account.id, v_fleet, v_said); end if;
  insert into public.audit_log (actor_id, actor_role, action, target, target_id, after)
  select c.id, c.usertype, 'create', 'profiles', account.id::text, app.masked(jsonb_strip_nulls(jsonb_build_object('usertype', v_usertype,
    'email', nullif(account.email, ''), 'mobile', nullif(account.phone, ''), 'fleet_id', v_fleet)))
  from public.profiles c where c.id = app.uuid_of(v_set ->> 'created_by') and c.usertype in ('admin', 'fleetadmin');
end $$;

CREATE FUNCTION app.credit_booking(booking public.bookings, from_wallet numeric, from_card numeric, gateway text) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_booking public.bookings;
  v_open numeric := greatest(0, app.open_amount(booking) - from_wallet - from_card);
  v_rounding numeric;
  v_rest numeric;
begin
  booking.used_wallet_money := (booking).used_wallet_money + from_wallet;
  v_rounding := app.cash_part(booking, v_open);
  v_rest := v_open + v_rounding;
  v_booking := app.move_booking((booking).id,
    case when v_rest > 0 then (booking).status when (booking).status = 'PAYMENT_PENDING' then 'NEW' else 'PAID' end,
    jsonb_build_object('used_wallet_money', (booking).used_wallet_money, 'card_payment_amount', (booking).card_payment_amount + from_card,
      'customer_paid', (booking).customer_paid + from_wallet + from_card, 'cash_rounding', v_rounding, 'payable_amount', v_rest,
      'cash_payment_amount', least((booking).cash_payment_amount, v_rest), 'gateway', coalesce(credit_booking.gateway, (booking).gateway),
      'payment_mode', case when v_rest > 0 then (booking).payment_mode when (booking).card_payment_amount + from_card > 0 then 'card' else 'wallet' end,
      'prepaid', (booking).prepaid or (v_rest = 0 and (booking).status = 'PAYMENT_PENDING')));
  if v_booking.status = 'NEW' and not v_booking.book_later then
    -- A search that fails must not undo a payment; the next tick searches again.
    begin
      perform app.dispatch_booking(v_booking.id);
    exception when others then
      raise warning 'dispatch of % failed: %', v_booking.id, sqlerrm;
    end;
    select b.* into v_booking from public.bookings b where b.id = v_booking.id;
  end if;
  return v_booking;
end $$;

CREATE TABLE public.receipts (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    booking_id uuid NOT NULL,
    kind text NOT NULL,
    serial bigint NOT NULL,
    number text NOT NULL,
    issued_at timestamp with time zone DEFAULT app.now() NOT NULL,
    customer_id uuid NOT NULL,
    fleet_id uuid,
    transaction_id bigint,
    lang text DEFAULT 'en'::text NOT NULL,
    content jsonb NOT NULL,
    CONSTRAINT receipts_content_check CHECK ((jsonb_typeof(content) = 'object'::text)),
    CONSTRAINT receipts_credit_note CHECK (((kind = 'credit_note'::text) = (transaction_id IS NOT NULL))),
    CONSTRAINT receipts_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'credit_note'::text]))),
    CONSTRAINT receipts_lang_check CHECK ((length(lang) <= 20)),
    CONSTRAINT receipts_number_check CHECK (((length(number) >= 1) AND (length(number) <= 40))),
    CONSTRAINT receipts_serial_check CHECK ((serial > 0))
);

COMMENT ON TABLE public.receipts IS 'Receipts of paid bookings, one each, and a credit note for each refund after it, in one series. Append-only. The names of rider and driver are not in it: they stand in the booking, which forgets people who leave.';

COMMENT ON COLUMN public.receipts.kind IS 'receipt, or credit_note: money given back after the receipt; its content names the receipt.';

COMMENT ON COLUMN public.receipts.serial IS '1, 2, 3, … without a gap, in the order of issue.';

COMMENT ON COLUMN public.receipts.number IS 'settings.receipt_prefix then, and the serial in six digits or more.';

COMMENT ON COLUMN public.receipts.customer_id IS 'Copied from the booking, as is the fleet, for the policies.';

COMMENT ON COLUMN public.receipts.transaction_id IS 'The ledger''s refund behind a credit note; null for a receipt.';

COMMENT ON COLUMN public.receipts.lang IS 'The language that the rider read then.';

COMMENT ON COLUMN public.receipts.content IS '{company, money: {code, symbol, decimal, swipe_symbol, time_zone, country, convert_to_mile}, trip: {reference, category, car_type, vehicle_number, vehicle, pickup, stops: [], drop, pickup_at, drop_at, distance, secs}, and of a receipt: lines, total, tax, tax_percent, discount, promo_code, rounding, due, payments: [{way: wallet|card|cash, provider?, amount}], paid_at; of a credit note: receipt, receipt_at, amount, tax, tax_percent, ways: [{way: wallet|card, amount}], at}.';

CREATE FUNCTION app.credit_note_content(booking public.bookings, receipt public.receipts, transaction_id bigint) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  with back as (
    select case when a.kind = 'refunds_due' then 'card' else 'wallet' end as way, sum(e.amount) as amount
    from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
    where e.transaction_id = credit_note_content.transaction_id and (a.kind = 'refunds_due' or a.user_id = (booking).customer_id)
    group by 1),
  whole as (select sum(b.amount) as amount, jsonb_agg(jsonb_build_object('way', b.way, 'amount', b.amount) order by b.way) as ways from back b)
  select app.receipt_head(booking) || jsonb_build_object('receipt', (receipt).number, 'receipt_at', (receipt).issued_at,
    'amount', w.amount, 'ways', w.ways, 'tax_percent', (receipt).content -> 'tax_percent',
    'tax', round(w.amount * ((receipt).content ->> 'tax')::numeric / nullif((booking).trip_cost, 0), ((receipt).content #>> '{money,decimal}')::integer),
    'at', (select t.created_at from public.ledger_transactions t where t.id = credit_note_content.transaction_id))
  from whole w
$$;

CREATE FUNCTION app.day_of(at timestamp with time zone) RETURNS date
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select (day_of.at at time zone s.time_zone)::date from public.settings s where s.id = 1
$$;

COMMENT ON FUNCTION app.day_of(at timestamp with time zone) IS 'The day of a moment in settings.time_zone.';

CREATE FUNCTION app.delete_profile(user_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_person public.profiles;
begin
  -- Booking locks the profile, accepting refers to the driver's row: both wait here, or this waits for them.
  select p.* into v_person from public.profiles p where p.id = delete_profile.user_id and p.deleted_at is null for update;
  if not found then
    raise sqlstate 'PT404' using message = 'person_not_found', hint = 'There is no such person';
  end if;
  perform 1 from public.drivers d where d.id = v_person.id for update;
  if exists (select 1 from public.bookings b where b.customer_id = v_person.id and b.status not in ('PAID', 'COMPLETE', 'CANCELLED'))
    or exists (select 1 from public.bookings b where b.driver_id = v_person.id and b.status not in ('PAID', 'COMPLETE', 'CANCELLED'))
    or exists (select 1 from public.bookings b where b.fleet_id = v_person.id and b.status not in ('PAID', 'COMPLETE', 'CANCELLED')) then
    raise sqlstate 'PT409' using message = 'active_booking', hint = 'A booking is open or unpaid';
  end if;
  if app.has_open_withdrawal(v_person.id) then
    raise sqlstate 'PT409' using message = 'withdrawal_open', hint = 'Complete or reject the withdrawal first';
  end if;
  if v_person.wallet_balance <> v_person.bonus_balance then
    raise sqlstate 'PT409' using message = 'wallet_not_empty', hint = 'The wallet has to be at zero';
  end if;
  -- A bonus pays fares only, so there is nothing to hand out.
  perform app.post_ledger('bonus_forfeited', 'bonus_forfeited:' || v_person.id, null, jsonb_build_array(
    app.entry('bonus:' || v_person.id, -v_person.bonus_balance), app.entry('expense.referral', v_person.bonus_balance)))
  where v_person.bonus_balance > 0;
  perform app.audit('delete', 'profiles', v_person.id::text, jsonb_build_object('usertype', v_person.usertype));
  perform app.forget_person(v_person.id);
end $$;

CREATE FUNCTION app.demand_cells(south double precision, west double precision, north double precision, east double precision, hours integer, cell_m integer, viewer text) RETURNS TABLE(cell point, demand bigint, unmet bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select (array_agg(c.cell))[1], case viewer when 'driver' then count(*) - count(*) % 3 else count(*) end,
    case viewer when 'driver' then null else count(*) filter (where b.cancelled_by = 'system' and b.accepted_at is null) end
  from public.bookings b
  cross join lateral (select app.cell_of(b.pickup_lat, b.pickup_lng, demand_cells.cell_m) as cell) c
  where b.created_at > app.now() - make_interval(hours => demand_cells.hours) and b.created_at <= app.now()
    and b.pickup_lat between south and north and b.pickup_lng between west and east
  group by c.cell[0], c.cell[1]
  having viewer = 'admin' or count(distinct b.customer_id) >= 3
$$;

CREATE FUNCTION app.desk_offer_open(booking_id uuid, driver_id uuid DEFAULT NULL::uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from public.booking_offers o where o.booking_id = desk_offer_open.booking_id and o.status = 'open' and o.wave = 0
    and o.expires_at > app.now() and (desk_offer_open.driver_id is null or o.driver_id = desk_offer_open.driver_id))
$$;

COMMENT ON FUNCTION app.desk_offer_open(booking_id uuid, driver_id uuid) IS 'Whether a driver whom the desk asked can still answer.';

CREATE FUNCTION app.dispatch_booking(booking_id uuid) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_booking public.bookings;
  v_queue app.dispatch_queue;
  v_settings public.settings;
  v_expires_at timestamptz;
begin
  select b.* into v_booking from public.bookings b where b.id = dispatch_booking.booking_id;
  select q.* into v_queue from app.dispatch_queue q where q.booking_id = dispatch_booking.booking_id for update;
  select s.* into v_settings from public.settings s where s.id = 1;
  if v_booking.status is distinct from 'NEW' or v_queue.booking_id is null then return 0; end if;
  perform app.lapse_offers(v_booking.id);
  select max(o.expires_at) into v_expires_at from public.booking_offers o where o.booking_id = v_booking.id and o.status = 'open';
  if v_expires_at is not null then
    update app.dispatch_queue q set due_at = v_expires_at where q.booking_id = v_booking.id;
    return 0;
  end if;
  if not v_settings.auto_dispatch then
    update app.dispatch_queue q set due_at = app.now() + interval '1 minute' where q.booking_id = v_booking.id;
    return 0;
  end if;
  if v_queue.first_at + interval '30 minutes' <= app.now() then
    perform app.cancel_undriven(v_booking.id, 'no_driver_available');
    return 0;
  end if;
  if v_queue.rest_until > app.now() then
    perform app.note_dispatch(v_booking.id, 'no_driver_answered');
    update app.dispatch_queue q set due_at = v_queue.rest_until where q.booking_id = v_booking.id;
    return 0;
  end if;
  update app.dispatch_queue q set first_at = coalesce(q.first_at, app.now()) where q.booking_id = v_booking.id;
  return app.ask_wave(v_booking, v_queue, v_settings);
end $$;

COMMENT ON FUNCTION app.dispatch_booking(booking_id uuid) IS 'Asks the next wave unless offers stand, the search rests or auto-dispatch is off; after 30 minutes ends the booking. Answers how many were asked.';

CREATE PROCEDURE app.dispatch_loop()
    LANGUAGE plpgsql
    AS $$
begin
  for i in 1 .. 12 loop
    perform app.dispatch_tick();
    commit;
    -- By itself: what the desk is shown must not keep riders waiting.
    begin
      perform app.watch_attention();
    exception when others then
      raise warning 'the attention list was not watched: %', sqlerrm;
    end;
    commit;
    exit when i = 12;
    perform pg_catalog.pg_sleep(5);
  end loop;
end $$;

COMMENT ON PROCEDURE app.dispatch_loop() IS 'Ticks dispatch, and tells of the attention list, every five seconds for a minute.';

CREATE FUNCTION app.dispatch_tick() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_asked integer := 0;
  v_id uuid;
begin
  -- Whoever comes second has nothing to add: the one inside does the same work.
  if not pg_try_advisory_xact_lock(4841001) then return 0; end if;
  begin
    perform app.engage_due();
  exception when unique_violation then
    null; -- the driver took another booking this moment; the next tick looks again
  end;
  perform app.remind_due();
  for v_id in select q.booking_id from app.dispatch_queue q where q.due_at <= app.now() order by q.due_at limit 200 loop
    perform 1 from public.bookings b where b.id = v_id for no key update skip locked;
    continue when not found;
    -- One booking that cannot be dispatched must not keep the others waiting.
    begin
      v_asked := v_asked + app.dispatch_booking(v_id);
    exception when others then
      raise warning 'dispatch of % failed: %', v_id, sqlerrm;
      update app.dispatch_queue q set due_at = app.now() + interval '30 seconds' where q.booking_id = v_id;
    end;
  end loop;
  return v_asked;
end $$;

COMMENT ON FUNCTION app.dispatch_tick() IS 'Does everything in dispatch that is due. Safe to call at any time, by anyone, any number of times.';

CREATE FUNCTION app.disputed_fees(customer_id uuid) RETURNS numeric
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce(sum(f.amount), 0) from public.no_show_fees f
  where f.customer_id = disputed_fees.customer_id and f.status = 'charged' and f.objected_at is not null and f.decided_at is null
$$;

COMMENT ON FUNCTION app.disputed_fees(customer_id uuid) IS 'No-show fees that were charged to a rider who objected, while the desk has not decided.';

CREATE FUNCTION app.distance_m(lat1 double precision, lng1 double precision, lat2 double precision, lng2 double precision) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select 2 * 6371008.8 * asin(least(1, sqrt(
    sin(radians(lat2 - lat1) / 2) ^ 2 + cos(radians(lat1)) * cos(radians(lat2)) * sin(radians(lng2 - lng1) / 2) ^ 2)))
$$;

COMMENT ON FUNCTION app.distance_m(lat1 double precision, lng1 double precision, lat2 double precision, lng2 double precision) IS 'Great-circle metres between two points (haversine, mean earth radius).';

CREATE TABLE public.drivers (
    id uuid NOT NULL,
    car_type_id uuid,
    vehicle_make text,
    vehicle_model text,
    vehicle_color text,
    vehicle_number text,
    other_info text,
    fleet_id uuid,
    driver_active_status boolean DEFAULT false NOT NULL,
    license_image text,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT drivers_texts CHECK ((GREATEST(length(vehicle_make), length(vehicle_model), length(vehicle_color), length(vehicle_number), length(other_info)) <= 500))
);

COMMENT ON TABLE public.drivers IS 'What is true of drivers alone: vehicle, fleet, on duty or not.';

COMMENT ON COLUMN public.drivers.vehicle_make IS 'Copied to bookings when the driver accepts, like the others of the car.';

COMMENT ON COLUMN public.drivers.vehicle_model IS 'Copied to bookings when the driver accepts.';

COMMENT ON COLUMN public.drivers.vehicle_color IS 'Copied to bookings when the driver accepts.';

COMMENT ON COLUMN public.drivers.vehicle_number IS 'The plate.';

COMMENT ON COLUMN public.drivers.other_info IS 'What the desk noted.';

COMMENT ON COLUMN public.drivers.fleet_id IS 'The fleet admin the driver belongs to.';

COMMENT ON COLUMN public.drivers.driver_active_status IS 'On duty. Busy is not stored: it follows from engaged bookings.';

COMMENT ON COLUMN public.drivers.license_image IS 'Path of the licence handed in last, in the bucket users.';

CREATE FUNCTION app.driver_row(me public.profiles) RETURNS public.drivers
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_driver public.drivers;
begin
  select d.* into v_driver from public.drivers d where d.id = (me).id;
  if (me).usertype <> 'driver' or v_driver.id is null then
    raise sqlstate 'PT403' using message = 'not_a_driver', hint = 'Only drivers can do this';
  end if;
  return v_driver;
end $$;

CREATE FUNCTION app.drivers_named(search text) RETURNS TABLE(driver_id uuid, lat double precision, lng double precision, seen_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select p.id, o.lat, o.lng, o.updated_at from public.profiles p
  join public.drivers d on d.id = p.id
  left join public.driver_positions o on o.driver_id = p.id and d.driver_active_status
  where p.deleted_at is null and p.usertype = 'driver' and (lower(p.first_name || ' ' || p.last_name) like app.containing(search)
    or p.id = any (array(select n.id from public.drivers n where lower(n.vehicle_number) like app.containing(search) limit 1000)))
  order by lower(p.first_name || ' ' || p.last_name), p.id limit 50
$$;

COMMENT ON FUNCTION app.drivers_named(search text) IS 'Drivers by a part of their name or plate, on duty or not; a position only for those on duty.';

CREATE FUNCTION app.drivers_near(booking public.bookings) RETURNS TABLE(driver_id uuid, lat double precision, lng double precision, seen_at timestamp with time zone)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
begin
  return query
  with seen as (
    select n.driver_id, n.lat, n.lng, n.updated_at from public.car_types c
    cross join lateral (
      select p.* from public.driver_positions p
      where p.car_type = c.id and p.pt is not null
        and p.pt operator(pg_catalog.<@) app.box_around(app.search_point(c.id, (booking).pickup_lat, (booking).pickup_lng), (booking).pickup_lat, 100000)
      order by p.pt operator(pg_catalog.<->) app.search_point(c.id, (booking).pickup_lat, (booking).pickup_lng)
      limit case when c.id = (booking).car_type_id then 40 else 5 end) n
    union all
    select a.driver_id, a.lat, a.lng, a.updated_at from (
      select p.* from public.driver_positions p
      where p.away_pt is not null
        and p.away_pt operator(pg_catalog.<@) app.box_around(app.anchor((booking).pickup_lat, (booking).pickup_lng), (booking).pickup_lat, 100000, 500)
      order by p.away_pt operator(pg_catalog.<->) app.anchor((booking).pickup_lat, (booking).pickup_lng) limit 50) a
  )
  select s.driver_id, s.lat, s.lng, s.updated_at from seen s join public.drivers d on d.id = s.driver_id
  where d.driver_active_status;
end $$;

CREATE FUNCTION app.drop_promo(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.release_promo((booking).id);
  perform app.notify((booking).customer_id, 'promo_dropped', jsonb_build_object('reference', (booking).reference, 'code', (booking).promo_code,
    'min_order', (booking).promo_details -> 'min_order'), (booking).id);
end $$;

COMMENT ON FUNCTION app.drop_promo(booking public.bookings) IS 'Releases a promotion whose minimum the final fare does not reach, and tells the rider.';

CREATE FUNCTION app.due_at_pickup(booking public.bookings) RETURNS timestamp with time zone
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select app.due_from((booking).book_later, (booking).trip_at, (booking).created_at, (booking).accepted_at, (select o.distance_km
    from public.booking_offers o where o.booking_id = (booking).id and o.driver_id = (booking).driver_id and o.status = 'accepted' order by o.created_at desc limit 1))
$$;

COMMENT ON FUNCTION app.due_at_pickup(booking public.bookings) IS 'When the driver of an accepted booking should be there at the latest.';

CREATE FUNCTION app.due_from(book_later boolean, trip_at timestamp with time zone, created_at timestamp with time zone, accepted_at timestamp with time zone, distance_km numeric) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
  select greatest(case when book_later then trip_at end, case when accepted_at is not null then accepted_at
    + greatest(interval '10 minutes', interval '5 minutes' + interval '150 seconds' * coalesce(distance_km, 0)::double precision)
    when not book_later then created_at + interval '10 minutes' end)
$$;

CREATE FUNCTION app.due_referrer(booking public.bookings) RETURNS uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select r.id
  from public.profiles p join public.profiles r on r.referral_id = p.signup_via_referral
  where p.id = (booking).customer_id and r.approved and r.id <> p.id and r.signup_via_referral is distinct from p.referral_id
    and app.is_referral_trip(booking, r.id)
    and not exists (select 1 from app.referrals f where f.referred_id = p.id)
    and not exists (select 1 from public.bookings b where b.customer_id = p.id and b.paid_at is not null and b.id <> (booking).id
      and app.is_referral_trip(b, r.id))
    and not exists (select 1 from app.other_selves(p.id) o (id) where o.id in (r.id, (booking).driver_id)
      or exists (select 1 from app.referrals f where f.referred_id = o.id))
    and not exists (select 1 from app.other_selves(r.id) o (id) where o.id = (booking).driver_id)
    and (select count(*) from app.referrals f where f.referrer_id = r.id and f.at >= app.month_start())
      < (select s.referral_monthly_cap from public.settings s where s.id = 1)
$$;

COMMENT ON FUNCTION app.due_referrer(booking public.bookings) IS 'Who earns a bonus when this booking is the first that its rider pays and that meets the minimums; null where nobody does.';

CREATE FUNCTION app.earlier_trips(user_id uuid) RETURNS TABLE(booking public.bookings, times bigint)
    LANGUAGE sql STABLE SECURITY DEFINER ROWS 5
    SET search_path TO ''
    AS $$
  select l.booking, l.times from (
    select b.booking, count(*) over alike as times, row_number() over (alike order by b.created_at desc, b.id) as place
    from (select o as booking, o.id, o.created_at, o.status, o.pickup_lat, o.pickup_lng, o.drop_lat, o.drop_lng, o.car_type_id, o.waypoints
      from public.bookings o where o.customer_id = earlier_trips.user_id order by o.created_at desc, o.id limit 100) b
    where b.status <> 'CANCELLED'
    window alike as (partition by round(b.pickup_lat::numeric, 3), round(b.pickup_lng::numeric, 3), round(b.drop_lat::numeric, 3),
      round(b.drop_lng::numeric, 3), b.car_type_id, b.waypoints)) l
  where l.place = 1 order by (l.booking).created_at desc, (l.booking).id limit 5
$$;

CREATE FUNCTION app.email_of(said text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $_$
  select lower(btrim(said)) where length(btrim(said)) <= 254
    and btrim(said) ~* '^[a-z0-9._%+''-]+@[a-z0-9-]+([.][a-z0-9-]+)*[.][a-z]{2,}$'
$_$;

COMMENT ON FUNCTION app.email_of(said text) IS 'An e-mail address in lower case; null where it is none.';

CREATE FUNCTION app.empty_account(user_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.keep_contacts(u.id, u.email, u.phone) from auth.users u where u.id = empty_account.user_id;
  perform app.end_sessions(empty_account.user_id);
  delete from auth.identities i where i.user_id = empty_account.user_id;
  update auth.users u set email = null, phone = null, encrypted_password = '', raw_user_meta_data = '{}', email_change = '', phone_change = '',
    banned_until = now() + interval '100 years' where u.id = empty_account.user_id;
end $$;

CREATE FUNCTION app.end_booking(booking public.bookings, by_role text, reason text, fee numeric) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return app.move_booking((booking).id, 'CANCELLED', jsonb_build_object('cancelled_at', app.now(), 'cancelled_by', end_booking.by_role,
    'reason', left(nullif(btrim(end_booking.reason), ''), 500), 'cancellation_fee', end_booking.fee, 'dispatch_note', null));
end $$;

CREATE FUNCTION app.end_proposal(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.route_proposals p set status = 'withdrawn', answered_at = app.now() where p.booking_id = (booking).id and p.status = 'open';
  if (booking).status = 'NEW' then
    delete from public.booking_extras x where x.booking_id = (booking).id and x.key = 'route_change';
  end if;
end $$;

COMMENT ON FUNCTION app.end_proposal(booking public.bookings) IS 'Withdraws a shorter route that waits for its driver''s answer once the trip starts, ends or goes back to dispatch.';

CREATE FUNCTION app.end_sessions(user_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell('user:' || end_sessions.user_id, 'session_ended', end_sessions.user_id)
  where exists (select 1 from auth.sessions s where s.user_id = end_sessions.user_id);
  delete from auth.sessions s where s.user_id = end_sessions.user_id;
end $$;

COMMENT ON FUNCTION app.end_sessions(user_id uuid) IS 'Ends all sessions of a person and tells their open pages.';

CREATE FUNCTION app.end_trip(booking public.bookings) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_booking public.bookings;
begin
  perform app.mark_trail(booking, 'REACHED');
  select b.* into v_booking
  from (select 1) one
  left join public.driver_positions p on p.driver_id = (booking).driver_id and p.updated_at > app.now() - interval '60 seconds'
  cross join lateral app.move_booking((booking).id, 'REACHED', jsonb_build_object('reached_at', app.now(),
      'total_trip_time', round(extract(epoch from app.now() - (booking).started_at)))
    || case when (booking).category = 'taxi' and p.driver_id is not null then jsonb_build_object('drop_lat', p.lat, 'drop_lng', p.lng) else '{}' end) b;
  v_booking := app.settle_fare(v_booking);
  -- After the wallets: the rider who saves an address at this moment holds them, too, when it comes to the addresses.
  perform app.save_address(booking);
  return v_booking;
end $$;

CREATE FUNCTION app.end_work(driver_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_booking public.bookings;
begin
  with withdrawn as (
    update public.booking_offers o set status = 'withdrawn', answered_at = app.now()
    where o.driver_id = end_work.driver_id and o.status = 'open' returning o.booking_id)
  update app.dispatch_queue q set due_at = app.now() from withdrawn w where q.booking_id = w.booking_id and q.due_at > app.now()
    and not exists (select 1 from public.booking_offers o where o.booking_id = w.booking_id and o.status = 'open' and o.driver_id <> end_work.driver_id);
  for v_booking in select b.* from public.bookings b where b.driver_id = end_work.driver_id and b.status in ('ACCEPTED', 'ARRIVED')
    order by b.id for no key update loop
    perform app.give_back(v_booking, 'driver_suspended', by_desk => true);
  end loop;
  update public.drivers d set driver_active_status = false where d.id = end_work.driver_id and d.driver_active_status;
end $$;

COMMENT ON FUNCTION app.end_work(driver_id uuid) IS 'Takes a driver off duty: offers are withdrawn, bookings before their start are searched for again; a trip under way goes on.';

CREATE FUNCTION app.ended_at_drop(booking public.bookings) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from public.tracking_points t join public.fare_quotes q on q.id = (booking).quote_id
    where t.booking_id = (booking).id and t.driver_id = (booking).driver_id and t.status = 'REACHED'
      and app.distance_m(q.drop_lat, q.drop_lng, t.lat, t.lng) <= 500)
$$;

CREATE FUNCTION app.engage_due() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_driver_id uuid;
begin
  for v_driver_id in
    update public.bookings b set engaged_at = app.now()
    where b.id in (
      select distinct on (d.driver_id) d.id from public.bookings d, public.settings s
      where d.status = 'ACCEPTED' and d.engaged_at is null and s.id = 1
        and d.trip_at - make_interval(mins => s.lead_minutes) <= app.now() and not app.is_busy(d.driver_id)
      order by d.driver_id, d.trip_at)
      and b.status = 'ACCEPTED' and b.engaged_at is null
    returning b.driver_id
  loop
    perform app.refresh_driver(v_driver_id);
  end loop;
end $$;

CREATE FUNCTION app.entry(account text, amount numeric) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select jsonb_build_object('account', entry.account, 'amount', entry.amount)
$$;

COMMENT ON FUNCTION app.entry(account text, amount numeric) IS 'One entry for app.post_ledger.';

CREATE TABLE public.booking_events (
    id bigint NOT NULL,
    booking_id uuid NOT NULL,
    from_status public.booking_status,
    to_status public.booking_status NOT NULL,
    actor_id uuid,
    actor_role text NOT NULL,
    lat double precision,
    lng double precision,
    at timestamp with time zone NOT NULL,
    note text,
    prev_hash text NOT NULL,
    hash text NOT NULL,
    CONSTRAINT booking_events_actor_role_check CHECK ((actor_role = ANY (ARRAY['rider'::text, 'driver'::text, 'admin'::text, 'system'::text]))),
    CONSTRAINT booking_events_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT booking_events_place CHECK ((((lat IS NULL) AND (lng IS NULL)) OR app.is_place(lat, lng))),
    CONSTRAINT booking_events_prev_hash_check CHECK ((prev_hash ~ '^([0-9a-f]{64})?$'::text))
);

COMMENT ON TABLE public.booking_events IS 'Every status change: who, what, where, when. Append-only; each row seals the one before it.';

COMMENT ON COLUMN public.booking_events.from_status IS 'Null for the first event.';

COMMENT ON COLUMN public.booking_events.to_status IS 'Equal to from_status for what happened within a status: a stop reached, a route changed, a parcel turned back (see note).';

COMMENT ON COLUMN public.booking_events.actor_role IS 'rider, driver, admin or system; system has no actor_id.';

COMMENT ON COLUMN public.booking_events.note IS 'A reason or a key: cash, wallet, card, ended_by_admin, payment_timeout, …';

COMMENT ON COLUMN public.booking_events.prev_hash IS 'Seal of the event before; empty for the first.';

COMMENT ON COLUMN public.booking_events.hash IS 'sha256 over the row and prev_hash: app.event_hash.';

CREATE FUNCTION app.event_hash(e public.booking_events) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select encode(sha256(convert_to(jsonb_build_array(e.booking_id, e.from_status, e.to_status, e.actor_id, e.actor_role,
    e.lat, e.lng, extract(epoch from e.at), e.note, e.prev_hash)::text, 'UTF8')), 'hex')
$$;

COMMENT ON FUNCTION app.event_hash(e public.booking_events) IS 'The seal of an event. A chain holds when every hash fits and every prev_hash is the one before.';

CREATE FUNCTION app.expect_anywhere(driver_id uuid) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  insert into app.position_jumps as j (driver_id, lat, lng, at, since, points)
  select p.driver_id, p.lat, p.lng, app.now(), app.now(), 0 from public.driver_positions p where p.driver_id = expect_anywhere.driver_id
  on conflict on constraint position_jumps_pkey do update set at = excluded.at, since = excluded.since, points = 0
$$;

COMMENT ON FUNCTION app.expect_anywhere(driver_id uuid) IS 'Lets the next report of a driver who goes on duty count wherever it is.';

CREATE FUNCTION app.extra_amount(amount numeric) RETURNS numeric
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_settings public.settings;
begin
  select s.* into v_settings from public.settings s where s.id = 1;
  -- NaN is more than any number, and so above the limit.
  if not coalesce(extra_amount.amount > 0 and extra_amount.amount <= v_settings.extra_limit, false)
    or round(extra_amount.amount, v_settings."decimal") <= 0 then
    raise sqlstate 'PT422' using message = 'extra_invalid', hint = format('The amount is above 0 and at most %s', v_settings.extra_limit);
  end if;
  return round(extra_amount.amount, v_settings."decimal");
end $$;

COMMENT ON FUNCTION app.extra_amount(amount numeric) IS 'The amount of an extra, rounded. Errors: extra_invalid.';

CREATE FUNCTION app.fare_as_seen(fare jsonb, inputs jsonb, in_full boolean) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case when fare is null then null
    when in_full then jsonb_build_object('lines', fare -> 'lines', 'trip_cost', fare -> 'trip_cost', 'inputs', inputs,
      'driver_share', fare -> 'driver_share', 'convenience_fees', fare -> 'convenience_fees')
    else jsonb_build_object('lines', fare -> 'rider_lines', 'trip_cost', fare -> 'trip_cost', 'inputs', inputs) end
$$;

CREATE FUNCTION app.fare_line(key text, amount numeric, quantity numeric DEFAULT NULL::numeric, unit text DEFAULT NULL::text, rate numeric DEFAULT NULL::numeric, name text DEFAULT NULL::text, percent numeric DEFAULT NULL::numeric) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    AS $$
  select jsonb_strip_nulls(jsonb_build_object('key', key, 'amount', amount, 'quantity', quantity, 'unit', unit, 'rate', rate,
    'name', name, 'percent', percent))
$$;

CREATE FUNCTION app.fare_rule(car_type_id uuid) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select app.tariff_rule(to_jsonb(c)) from public.car_types c where c.id = fare_rule.car_type_id
$$;

COMMENT ON FUNCTION app.fare_rule(car_type_id uuid) IS 'The tariff of a car type as it stands now, for compute_fare and for keeping.';

CREATE FUNCTION app.fastest_mps() RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ select 200 / 3.6::double precision $$;

CREATE FUNCTION app.file_version(path text) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return (select btrim(o.metadata ->> 'eTag', '"') from storage.objects o where o.bucket_id = 'users' and o.name = file_version.path);
end $$;

COMMENT ON FUNCTION app.file_version(path text) IS 'The hash of a picture in the bucket users, or null where there is none.';

CREATE FUNCTION app.fill_profile(user_id uuid, said jsonb) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.profiles p set
    first_name = case when p.first_name = '' and p.last_name = '' then n.first_name else p.first_name end,
    last_name = case when p.first_name = '' and p.last_name = '' then n.last_name else p.last_name end,
    mobile = coalesce(p.mobile, app.mobile_of(fill_profile.said ->> 'mobile')),
    signup_via_referral = coalesce(p.signup_via_referral, (select r.referral_id from public.profiles r
      where r.referral_id = upper(fill_profile.said ->> 'referral_id') and r.id <> p.id and r.deleted_at is null
        and not exists (select 1 from app.other_selves(p.id))))
  from app.names_of(fill_profile.said) n where p.id = fill_profile.user_id;
end $$;

COMMENT ON FUNCTION app.fill_profile(user_id uuid, said jsonb) IS 'Writes what a person said at sign-up into a profile, where it says nothing yet.';

CREATE FUNCTION app.final_fare(booking public.bookings) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_money public.booking_finances;
  v_driven jsonb;
  v_inputs jsonb;
  v_flags jsonb;
  v_extras jsonb;
  v_metered numeric;
begin
  select f.* into v_money from public.booking_finances f where f.booking_id = (booking).id;
  v_driven := app.final_inputs(booking, v_money);
  v_inputs := v_driven -> 'inputs';
  v_flags := v_driven -> 'flags';
  v_metered := (app.compute_fare(v_money.rule, v_inputs) ->> 'trip_cost')::numeric;
  if v_metered > 1.5 * (booking).estimate or (v_driven ->> 'way' = 'too_long' and v_metered > (booking).estimate) then
    v_flags := v_flags || '"held_at_quote"';
    v_inputs := v_money.quote_inputs || jsonb_build_object('measured', v_driven -> 'measured');
  elsif v_driven ->> 'way' in ('long', 'too_long') then
    v_flags := v_flags || '"long_way"';
  end if;
  v_inputs := v_inputs || jsonb_strip_nulls(jsonb_build_object('trail', v_driven -> 'trail'));
  v_extras := app.count_extras(booking, v_money.rule, v_inputs);
  if v_extras -> 'extras' <> '[]' then v_inputs := v_inputs || jsonb_build_object('extras', v_extras -> 'extras'); end if;
  if v_extras -> 'capped' = 'true' then v_flags := v_flags || '"extras_capped"'; end if;
  return jsonb_build_object('inputs', v_inputs, 'fare', app.compute_fare(v_money.rule, v_inputs), 'flags', v_flags,
    'distance_km', v_driven -> 'distance_km');
end $$;

COMMENT ON FUNCTION app.final_fare(booking public.bookings) IS 'The fare at the end: {inputs, fare, flags, distance_km}. compute_fare over the kept rule and these inputs is the fare, always.';

CREATE TABLE public.booking_finances (
    booking_id uuid NOT NULL,
    driver_id uuid,
    fleet_id uuid,
    rule jsonb NOT NULL,
    quote_inputs jsonb NOT NULL,
    quote_fare jsonb NOT NULL,
    final_inputs jsonb,
    final_fare jsonb,
    ride_cost numeric NOT NULL,
    driver_share numeric NOT NULL,
    convenience_fees numeric NOT NULL,
    flags text[] DEFAULT '{}'::text[] NOT NULL,
    fleet_share numeric DEFAULT 0 NOT NULL,
    CONSTRAINT booking_finances_amounts CHECK (((ride_cost >= (0)::numeric) AND (driver_share = ride_cost) AND (convenience_fees >= (0)::numeric) AND (GREATEST(ride_cost, convenience_fees) < '1000000000000'::numeric))),
    CONSTRAINT booking_finances_check CHECK (((fleet_share >= (0)::numeric) AND (fleet_share <= driver_share))),
    CONSTRAINT booking_finances_final CHECK (((final_inputs IS NULL) = (final_fare IS NULL))),
    CONSTRAINT booking_finances_flags_check CHECK ((flags <@ '{arrived_far,trail_gap,held_at_quote,long_way,ended_elsewhere,extras_capped}'::text[]))
);

COMMENT ON TABLE public.booking_finances IS 'Who earns what from a booking, and what the fare was computed from. Riders have no policy here.';

COMMENT ON COLUMN public.booking_finances.rule IS 'The tariff the booking was quoted with; the final fare uses the same.';

COMMENT ON COLUMN public.booking_finances.quote_inputs IS 'What compute_fare was given for the quote: kilometres, seconds, parcel type, option.';

COMMENT ON COLUMN public.booking_finances.quote_fare IS 'What compute_fare answered for them.';

COMMENT ON COLUMN public.booking_finances.final_inputs IS 'The same at the end of the trip, with waiting and extras; null before.';

COMMENT ON COLUMN public.booking_finances.final_fare IS 'What compute_fare answered at the end; null before.';

COMMENT ON COLUMN public.booking_finances.ride_cost IS 'Sum of the fare''s lines before the convenience fee: quoted, then final.';

COMMENT ON COLUMN public.booking_finances.driver_share IS 'What the driver earns: trip_cost - convenience_fees.';

COMMENT ON COLUMN public.booking_finances.convenience_fees IS 'What the operator earns.';

COMMENT ON COLUMN public.booking_finances.flags IS 'For the desk: arrived_far, trail_gap, held_at_quote, long_way (paid by the meter above 1.2 times the quoted distance), ended_elsewhere (an upfront ride that was measured), extras_capped.';

COMMENT ON COLUMN public.booking_finances.fleet_share IS 'Part of driver_share that went to the fleet at PAID.';

CREATE FUNCTION app.final_inputs(booking public.bookings, money public.booking_finances) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_meter jsonb := app.meter_trip(booking);
  v_secs numeric := round(extract(epoch from (booking).reached_at - (booking).started_at));
  v_metered boolean := (money).rule ->> 'fare_mode' = 'metered';
  v_measured jsonb;
  v_inputs jsonb := (money).quote_inputs;
  v_flags jsonb := jsonb_build_array();
begin
  if (booking).category <> 'taxi' then
    return jsonb_build_object('inputs', v_inputs, 'flags', '[]'::jsonb, 'distance_km', v_inputs -> 'distance_km');
  end if;
  v_measured := jsonb_build_object('wait_secs', greatest(0, round(extract(epoch from
    (booking).started_at - greatest(coalesce(app.there_since(booking), (booking).started_at), case when (booking).book_later then (booking).trip_at end)))));
  if v_metered then
    v_measured := v_measured || jsonb_build_object('distance_km', v_meter -> 'distance_km', 'secs', v_secs);
    v_flags := v_meter -> 'flags';
  else
    if not app.is_whole_ride(booking, (v_meter ->> 'distance_km')::numeric) then
      v_flags := v_meter -> 'flags' || '"ended_elsewhere"';
      v_measured := v_measured || jsonb_build_object('secs', least(v_secs, (v_inputs ->> 'secs')::numeric),
        'distance_km', least((v_meter ->> 'distance_km')::numeric, (v_inputs ->> 'distance_km')::numeric));
    end if;
    -- A metered fare has the time at stops in it already.
    v_measured := v_measured || jsonb_build_object('stop_wait_secs', app.stop_wait_secs(booking, app.amount_in((money).rule -> 'free_wait')));
  end if;
  return jsonb_build_object('inputs', v_inputs || v_measured, 'measured', v_measured, 'flags', v_flags,
    'way', case when v_metered then app.judge_way(booking, (v_meter ->> 'distance_km')::numeric, (v_meter ->> 'silent_km')::numeric) end,
    'trail', case when v_measured ? 'distance_km' then v_meter - 'flags' || jsonb_build_object('quoted_km', (booking).estimate_distance) end,
    'distance_km', coalesce(v_measured -> 'distance_km', v_inputs -> 'distance_km'));
end $$;

CREATE FUNCTION app.first_pass_m(polyline text, lat double precision, lng double precision, least_m double precision) RETURNS double precision
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_line extensions.geometry := app.flat_line(first_pass_m.polyline, first_pass_m.lat, first_pass_m.lng);
  v_point extensions.geometry := app.flat_point(first_pass_m.lat, first_pass_m.lng);
  v_length_m double precision := 111195 * extensions.st_length(v_line);
  v_from double precision;
  v_rest extensions.geometry;
begin
  if coalesce(v_length_m, 0) = 0 then return null; end if;
  v_from := greatest(0, least(1, first_pass_m.least_m / v_length_m));
  v_rest := extensions.st_linesubstring(v_line, v_from, 1);
  if extensions.st_npoints(v_rest) < 2 or extensions.st_length(v_rest) = 0 then return v_length_m; end if;
  return v_length_m * (v_from + (1 - v_from) * (
    select min(extensions.st_linelocatepoint(v_rest, extensions.st_closestpoint(d.geom, v_point)))
    from extensions.st_dump(extensions.st_intersection(v_rest,
      extensions.st_buffer(v_point, extensions.st_distance(v_rest, v_point) + 25 / 111195.0))) d));
end $$;

COMMENT ON FUNCTION app.first_pass_m(polyline text, lat double precision, lng double precision, least_m double precision) IS 'Metres from the start of an encoded polyline to where it first passes a point, from least_m on; null for an empty line.';

CREATE FUNCTION app.flat_line(polyline text, lat double precision, lng double precision) RETURNS extensions.geometry
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select extensions.st_scale(case when abs(flat_line.lng) > 90 then extensions.st_shiftlongitude(l.line) else l.line end, cos(radians(flat_line.lat)), 1)
  from (select extensions.st_linefromencodedpolyline(nullif(flat_line.polyline, ''), 5) as line) l where extensions.st_npoints(l.line) > 1
$$;

CREATE FUNCTION app.flat_m(lat1 double precision, lng1 double precision, lat2 double precision, lng2 double precision) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select 111195 * sqrt((lat2 - lat1) ^ 2 + ((lng2 - lng1) * cos(radians(lat2))) ^ 2)
$$;

CREATE FUNCTION app.flat_point(lat double precision, lng double precision) RETURNS extensions.geometry
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select extensions.st_setsrid(extensions.st_makepoint(cos(radians(flat_point.lat))
    * case when abs(flat_point.lng) > 90 then flat_point.lng + case when flat_point.lng < 0 then 360 else 0 end else flat_point.lng end, flat_point.lat), 4326)
$$;

CREATE FUNCTION app.fold_fee(lines jsonb, fee numeric, fee_type text, places integer) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
  v_priced constant text[] := array['parcel_type', 'option', 'toll', 'parking', 'extra', 'route_change'];
  v_ride numeric := (select coalesce(sum((l ->> 'amount')::numeric), 0) from jsonb_array_elements(lines) l where l ->> 'key' <> all (v_priced));
begin
  if fee = 0 then return lines; end if;
  if fee_type is distinct from 'percentage' or v_ride = 0 then
    if lines -> 0 ->> 'key' in ('base_fare', 'zone_fixed') then
      return jsonb_set(lines, '{0,amount}', to_jsonb((lines -> 0 ->> 'amount')::numeric + fee));
    end if;
    return jsonb_build_array(app.fare_line('base_fare', fee)) || lines;
  end if;
  return (
    with scaled as (
      select e.line, e.place, (e.line ->> 'amount')::numeric * (v_ride + fee) / v_ride as exact
      from jsonb_array_elements(lines) with ordinality e (line, place) where e.line ->> 'key' <> all (v_priced)),
    cut as (
      select s.*, trunc(s.exact, places) as amount,
        row_number() over (order by s.exact - trunc(s.exact, places) desc, s.exact desc, s.place) as turn from scaled s)
    select jsonb_agg(e.line || case when c.place is null then '{}'
      else jsonb_build_object('amount', round(c.amount + case when c.turn <= (v_ride + fee - l.sum) * 10::numeric ^ places then 10::numeric ^ -places else 0 end, places))
        || case when e.line ? 'rate' then jsonb_build_object('rate', round((e.line ->> 'rate')::numeric * (v_ride + fee) / v_ride, 4)) else '{}' end end
      order by e.place)
    from jsonb_array_elements(lines) with ordinality e (line, place) left join cut c on c.place = e.place, (select sum(k.amount) as sum from cut k) l);
end $$;

CREATE UNLOGGED TABLE app.position_jumps (
    driver_id uuid NOT NULL,
    lat double precision NOT NULL,
    lng double precision NOT NULL,
    at timestamp with time zone NOT NULL,
    since timestamp with time zone NOT NULL,
    points integer NOT NULL,
    CONSTRAINT position_jumps_place CHECK (app.is_place(lat, lng)),
    CONSTRAINT position_jumps_points_check CHECK ((points >= 0))
);

COMMENT ON TABLE app.position_jumps IS 'Where drivers claim to be whose report was faster than 200 km/h from their stored position.';

COMMENT ON COLUMN app.position_jumps.since IS 'When the first of these points arrived, by the server''s clock.';

COMMENT ON COLUMN app.position_jumps.points IS 'How many followed from one another, each within a minute of the one before; 0 for a driver who went on duty at `at`.';

CREATE FUNCTION app.follows(jump app.position_jumps, lat double precision, lng double precision, at timestamp with time zone) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select (jump).points > 0 and follows.at <= (jump).at + interval '1 minute' and app.distance_m((jump).lat, (jump).lng, follows.lat, follows.lng)
    <= app.fastest_mps() * extract(epoch from follows.at - (jump).at)
$$;

COMMENT ON FUNCTION app.follows(jump app.position_jumps, lat double precision, lng double precision, at timestamp with time zone) IS 'Whether a point can follow from the last one of a jump: within a minute, at 200 km/h at most.';

CREATE FUNCTION app.follows_position(topic text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from app.position_topics t where t.topic = follows_position.topic and app.sees_booking(t.booking_id::text))
$$;

COMMENT ON FUNCTION app.follows_position(topic text) IS 'Whether this is the topic of a trip under way that the caller has a part in.';

CREATE FUNCTION app.forget_off_way(booking_id uuid) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  update app.trip_watch w set off_since = null, off_target_m = null, target_m = null
  where w.booking_id = forget_off_way.booking_id and w.off_since is not null
$$;

CREATE FUNCTION app.forget_person(user_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.empty_account(forget_person.user_id);
  delete from public.driver_documents d where d.driver_id = forget_person.user_id;
  delete from public.saved_addresses a where a.user_id = forget_person.user_id;
  delete from public.notices n where n.user_id = forget_person.user_id;
  delete from public.push_tokens t where t.user_id = forget_person.user_id;
  update public.bookings b set customer_name = '', customer_contact = null, customer_image = null, guest_name = null
  where b.customer_id = forget_person.user_id;
  delete from public.booking_contacts k using public.bookings b where b.id = k.booking_id and b.customer_id = forget_person.user_id;
  update public.bookings b set driver_name = null, driver_image = null where b.driver_id = forget_person.user_id;
  update public.booking_contacts k set driver_contact = null from public.bookings b where b.id = k.booking_id and b.driver_id = forget_person.user_id;
  update public.drivers d set fleet_id = null where d.fleet_id = forget_person.user_id;
  update public.drivers d set driver_active_status = false, license_image = null, vehicle_number = null, other_info = null
  where d.id = forget_person.user_id;
  delete from public.driver_positions p where p.driver_id = forget_person.user_id;
  delete from app.position_jumps j where j.driver_id = forget_person.user_id;
  update public.no_show_fees f set objection = 'deleted' where f.customer_id = forget_person.user_id and f.objection is not null;
  -- Pictures of a booking stay as long as the booking.
  perform app.queue_file_removals('users', array(select o.name from storage.objects o
    where o.bucket_id = 'users' and o.name like forget_person.user_id || '/%'));
  update public.profiles p set first_name = '', last_name = '', email = null, mobile = null, mobile_verified = false, profile_image = null, approved = false,
    referral_id = app.unused_referral_id(), deleted_at = app.now() where p.id = forget_person.user_id;
  -- After the person: no farewell is announced.
  delete from public.bank_details b where b.user_id = forget_person.user_id;
  delete from app.payout_changes c where c.user_id = forget_person.user_id;
end $$;

CREATE FUNCTION app.free_until(booking public.bookings) RETURNS timestamp with time zone
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select case when (booking).status in ('ACCEPTED', 'ARRIVED') and f.minutes >= d.minutes
      and (app.there_since(booking) is not null or app.now() + (f.minutes - d.minutes) * interval '1 minute' <= (booking).promised_at)
    then app.now() + (f.minutes - d.minutes) * interval '1 minute' end
  from public.settings s, public.car_types c,
    lateral (select app.minutes_delayed(booking, s.lead_minutes)::double precision as minutes) d,
    lateral (select min((e ->> 'mins_delayed')::double precision) as minutes from jsonb_array_elements(c.cancel_slab) e where (e ->> 'amount')::numeric > 0) f
  where s.id = 1 and c.id = (booking).car_type_id
$$;

COMMENT ON FUNCTION app.free_until(booking public.bookings) IS 'Until when a rider cancels without a slab''s fee; null where no such moment is known.';

CREATE FUNCTION app.give_back(booking public.bookings, reason text, by_desk boolean DEFAULT false) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_booking public.bookings;
begin
  perform app.act_as_driver((booking).driver_id, left(give_back.reason, 500));
  if (booking).driver_cancel_count >= 2 and not by_desk then
    return app.end_booking(booking, 'driver', give_back.reason, 0);
  end if;
  update public.booking_offers o set status = 'declined', answered_at = app.now()
  where o.booking_id = (booking).id and o.driver_id = (booking).driver_id and o.status = 'accepted';
  update public.booking_finances f set driver_id = null, fleet_id = null, flags = '{}' where f.booking_id = (booking).id;
  v_booking := app.move_booking((booking).id, 'NEW', jsonb_build_object('dispatch_note', 'driver_cancelled',
      'driver_cancel_count', (booking).driver_cancel_count + (not by_desk)::integer)
    || '{"driver_id": null, "driver_name": null, "driver_image": null, "driver_rating": null, "vehicle_number": null, "vehicle_make": null,
      "vehicle_model": null, "vehicle_color": null, "fleet_id": null, "accepted_at": null, "engaged_at": null, "arrived_at": null}');
  if exists (select 1 from app.dispatch_queue q where q.booking_id = v_booking.id and q.due_at <= app.now()) then
    perform app.dispatch_booking(v_booking.id);
    select b.* into v_booking from public.bookings b where b.id = v_booking.id;
  end if;
  return v_booking;
end $$;

CREATE FUNCTION app.has_cancelled_often(customer_id uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select count(*) >= (select s.free_cancellations from public.settings s where s.id = 1) from public.bookings b
  where b.customer_id = has_cancelled_often.customer_id and b.status = 'CANCELLED' and b.cancelled_by = 'rider' and b.accepted_at is not null
    and b.cancellation_fee = 0 and b.cancelled_at > app.now() - interval '24 hours' and not app.is_late(b)
$$;

COMMENT ON FUNCTION app.has_cancelled_often(customer_id uuid) IS 'Whether a rider has used up the free cancellations of a day.';

CREATE FUNCTION app.has_expired_document(driver_id uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return exists (select 1 from public.driver_documents d where d.driver_id = has_expired_document.driver_id and d.status = 'verified'
    group by d.kind having max(d.expires_on) < app.today());
end $$;

COMMENT ON FUNCTION app.has_expired_document(driver_id uuid) IS 'Whether the latest verified document of some kind has expired: such a driver is not asked.';

CREATE FUNCTION app.has_left(user_id uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from public.profiles p where p.id = has_left.user_id and p.deleted_at is not null)
$$;

CREATE FUNCTION app.has_open_offer(booking_id uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return exists (select 1 from public.booking_offers o
    where o.booking_id = has_open_offer.booking_id and o.status = 'open' and o.expires_at > app.now());
end $$;

CREATE FUNCTION app.has_open_withdrawal(user_id uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return exists (select 1 from public.withdraw_requests w
    where w.user_id = has_open_withdrawal.user_id and not w.processed and w.rejected_at is null);
end $$;

CREATE FUNCTION app.has_session() RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_session text := nullif(auth.jwt() ->> 'session_id', '');
begin
  return v_session is null or exists (select 1 from auth.sessions s where s.id = v_session::uuid and s.user_id = auth.uid());
end $$;

COMMENT ON FUNCTION app.has_session() IS 'Whether the session of the caller''s token has not ended.';

CREATE FUNCTION app.has_trip(user_id uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return exists (select 1 from public.bookings b where b.driver_id = has_trip.user_id and b.status in ('STARTED', 'REACHED', 'PENDING'))
    or exists (select 1 from public.bookings b where b.customer_id = has_trip.user_id
      and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING'));
end $$;

COMMENT ON FUNCTION app.has_trip(user_id uuid) IS 'Whether a suspended person has something to finish: a rider from acceptance to payment, a driver from the start of the trip.';

CREATE FUNCTION app.holds(permission text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from public.profiles p where p.id = auth.uid() and p.approved and app.role_holds(p.staff_role, holds.permission))
$$;

COMMENT ON FUNCTION app.holds(permission text) IS 'Whether the caller is an approved admin whose role holds a permission: for policies.';

CREATE FUNCTION app.housekeeping() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.complete_paid();
  perform app.cancel_unpaid();
  perform app.show_ratings();
  perform app.reset_tries();
  perform app.park_silent_drivers();
  perform app.collect_debts();
end $$;

COMMENT ON FUNCTION app.housekeeping() IS 'Completes rides paid a day ago, cancels unpaid parcels, shows ratings of a day ago, forgets code tries, parks silent drivers, pays drivers their part of fees that were paid since.';

CREATE FUNCTION app.ingest_positions(driver_ids uuid[], lats double precision[], lngs double precision[], headings double precision[], ats timestamp with time zone[], accuracies double precision[] DEFAULT NULL::double precision[]) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_seqscan TO 'off'
    AS $$
declare
  v_stored integer;
  v_moved uuid[];
  v_latest timestamptz := app.now() + interval '30 seconds';
begin
  perform set_config('synchronous_commit', 'off', true);
  update public.driver_positions p set lat = u.lat, lng = u.lng, heading = u.heading, accuracy = u.accuracy, updated_at = u.at,
    pt = case
      when not p.available then null
      when app.metres_apart(p.pt, app.search_point(p.car_type, u.lat, u.lng), u.lat) <= 50 then p.pt
      else app.search_point(p.car_type, u.lat, u.lng) end,
    away_pt = case
      when p.available then null
      when app.metres_apart(p.away_pt, app.anchor(u.lat, u.lng), u.lat) <= 500 then p.away_pt
      else app.anchor(u.lat, u.lng) end
  from (
    select distinct on (n.id) n.id, n.lat, n.lng, case when n.heading between 0 and 360 then n.heading end as heading, n.at, n.accuracy
    from unnest(driver_ids, lats, lngs, headings, ats, accuracies) n (id, lat, lng, heading, at, accuracy)
    where app.is_place(n.lat, n.lng) and n.at <= v_latest and isfinite(n.at) and coalesce(n.accuracy, 0) between 0 and 500
    order by n.id, n.at desc) u
  -- Most moves are small: 0.0004 degrees are at most 44 m, and 0.8 s for them 200 km/h. The exact bound costs 5 % of a batch.
  where p.driver_id = u.id and case when abs(u.lat - p.lat) + abs(u.lng - p.lng) < 0.0004 and p.updated_at <= u.at - interval '0.8 seconds' then true
    else p.updated_at <= u.at - make_interval(secs => app.flat_m(p.lat, p.lng, u.lat, u.lng) / app.fastest_mps()) end;
  get diagnostics v_stored = row_count;
  -- Only what was not stored is looked at again, so that an ordinary batch costs no second statement.
  if v_stored < cardinality(driver_ids) then
    v_moved := array(select app.weigh_jumps(driver_ids, lats, lngs, ats));
    if v_moved <> '{}' then
      update public.driver_positions p set updated_at = p.updated_at - interval '10 days' where p.driver_id = any (v_moved);
      return v_stored + (select app.ingest_positions(array_agg(n.id), array_agg(n.lat), array_agg(n.lng), array_agg(n.heading),
          array_agg(n.at), array_agg(n.accuracy))
        from unnest(driver_ids, lats, lngs, headings, ats, accuracies) n (id, lat, lng, heading, at, accuracy) where n.id = any (v_moved));
    end if;
  end if;
  return v_stored;
end $$;

COMMENT ON FUNCTION app.ingest_positions(driver_ids uuid[], lats double precision[], lngs double precision[], headings double precision[], ats timestamp with time zone[], accuracies double precision[]) IS 'Stores the newest position of each driver, arrays side by side (degrees, metres); older than what is known, impossible or faster than 200 km/h is dropped (see app.weigh_jumps). Answers how many were stored.';

CREATE FUNCTION app.insert_booking(quote public.fare_quotes, customer public.profiles, me public.profiles, payment_mode text, trip_at timestamp with time zone, details jsonb, client_key uuid) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_booking public.bookings;
  v_kept app.fare_quote_rules;
  v_settings public.settings;
  v_promo jsonb;
  v_discount numeric;
  v_rounding numeric;
begin
  select k.* into v_kept from app.fare_quote_rules k where k.quote_id = (quote).id;
  select s.* into v_settings from public.settings s where s.id = 1;
  select app.promo_facts(p) into v_promo from public.promos p where p.id = (quote).promo_id;
  v_discount := app.promo_amount(v_promo, (quote).trip_cost, v_settings."decimal");
  v_rounding := case when insert_booking.payment_mode = 'cash' then app.cash_rounding((quote).trip_cost - v_discount, (quote).cash_unit) else 0 end;
  perform app.act((me).usertype, (me).id);
  insert into public.bookings (reference, category, status, customer_id, customer_name, customer_contact, customer_image,
    guest_name, car_type_id, car_type, car_image, pickup_lat, pickup_lng, pickup_address, drop_lat, drop_lng, drop_address,
    waypoints, polyline, book_later, trip_at, estimate, estimate_distance, estimate_time, trip_cost, tax_amount, fare_lines, payment_mode,
    promo_applied, promo_code, promo_details, discount_amount, cash_rounding, payable_amount, otp_secure, booking_type_admin, parcel_type_index, option_index, parcel_type_selected,
    option_selected, quote_id, created_by, client_key, pickup_point_name, drop_point_name)
  select app.unused_reference(), quote.category, case when quote.category = 'delivery' and me.usertype = 'rider' then 'PAYMENT_PENDING' else 'NEW' end,
    customer.id, btrim(customer.first_name || ' ' || customer.last_name), app.masked_number(customer.mobile), customer.profile_image,
    case when not app.is_blank(details ->> 'guest_name') then left(app.plain_name(details ->> 'guest_name'), 80) end, c.id, c.name, c.image,
    quote.pickup_lat, quote.pickup_lng, quote.pickup_address, quote.drop_lat, quote.drop_lng, quote.drop_address, quote.waypoints, quote.polyline,
    insert_booking.trip_at is not null, coalesce(insert_booking.trip_at, app.now()), quote.trip_cost, quote.distance_in_km, quote.time_in_secs,
    quote.trip_cost, quote.tax_amount, quote.lines, insert_booking.payment_mode, v_promo is not null, v_promo ->> 'code', v_promo, v_discount, v_rounding,
    quote.trip_cost - v_discount + v_rounding, v_settings.otp_secure, me.usertype = 'admin', app.place_of(c.parcel_types, v_kept.inputs -> 'parcel_type'),
    app.place_of(c.options, v_kept.inputs -> 'option'), v_kept.inputs -> 'parcel_type', v_kept.inputs -> 'option',
    quote.id, me.id, insert_booking.client_key, quote.pickup_point_name, quote.drop_point_name
  from public.car_types c where c.id = quote.car_type_id
  returning * into v_booking;
  insert into public.booking_finances (booking_id, rule, quote_inputs, quote_fare, ride_cost, driver_share, convenience_fees)
  values (v_booking.id, v_kept.rule, v_kept.inputs, v_kept.fare, (v_kept.fare ->> 'ride_cost')::numeric,
    (v_kept.fare ->> 'driver_share')::numeric, (v_kept.fare ->> 'convenience_fees')::numeric);
  insert into public.booking_contacts (booking_id, customer_contact, customer_email, guest_phone, delivery_person, delivery_person_phone,
    pick_up_instructions, delivery_instructions)
  values (v_booking.id, customer.mobile, customer.email, case when v_booking.guest_name is not null then app.mobile_of(details ->> 'guest_phone') end,
    left(app.plain_name(details ->> 'delivery_person'), 200), left(btrim(details ->> 'delivery_person_phone'), 60),
    left(details ->> 'pick_up_instructions', 1000), left(details ->> 'delivery_instructions', 1000));
  if v_booking.otp_secure then
    insert into app.start_codes (booking_id, code) values (v_booking.id, app.random_digits(5));
  end if;
  return v_booking;
end $$;

CREATE FUNCTION app.is_at(driver_id uuid, lat double precision, lng double precision) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from public.driver_positions p where p.driver_id = is_at.driver_id
    and p.updated_at > app.now() - interval '60 seconds' and app.distance_m(is_at.lat, is_at.lng, p.lat, p.lng) <= 500)
$$;

CREATE FUNCTION app.is_being_asked(booking public.bookings, driver_id uuid DEFAULT NULL::uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from public.booking_offers o, public.settings s where s.id = 1 and o.booking_id = (booking).id and o.status = 'open'
    and o.expires_at > app.now() and (s.auto_dispatch or o.driver_id = is_being_asked.driver_id))
$$;

COMMENT ON FUNCTION app.is_being_asked(booking public.bookings, driver_id uuid) IS 'Whether an open offer keeps the desk from asking this driver, or anybody.';

CREATE FUNCTION app.is_blank(value text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $$
  select coalesce(value, '') !~ '[^[:space:]\u0001-\u001F\u007F-\u00A0\u00AD\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\u3164\uFEFF]'
$$;

COMMENT ON FUNCTION app.is_blank(value text) IS 'Whether a text says nothing.';

CREATE FUNCTION app.is_busy(driver_id uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return exists (select 1 from public.bookings b where b.driver_id = is_busy.driver_id and b.engaged_at is not null
    and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'));
end $$;

COMMENT ON FUNCTION app.is_busy(driver_id uuid) IS 'Whether a booking engages the driver now. Derived, so that no flag can drift.';

CREATE FUNCTION app.is_chat_open(booking public.bookings) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select (booking).driver_id is not null and (booking).status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID')
$$;

CREATE FUNCTION app.is_code_locked(booking_id uuid, driver_id uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return exists (select 1 from app.start_codes c where c.booking_id = is_code_locked.booking_id and (c.attempts >= 5
    or not exists (select 1 from app.code_tries t where t.booking_id = c.booking_id and t.driver_id = is_code_locked.driver_id
      and app.tries_made(t.slot) - t.kept < 20)));
end $$;

CREATE FUNCTION app.is_contact_taken(email text, mobile text) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_email text := app.email_of(is_contact_taken.email);
  v_digits text := regexp_replace(app.mobile_of(is_contact_taken.mobile), '[^0-9]', '', 'g');
begin
  return exists (select 1 from public.profiles p where lower(p.email) = v_email)
    or exists (select 1 from public.profiles p where regexp_replace(p.mobile, '[^0-9]', '', 'g') = v_digits)
    or exists (select 1 from auth.users u where u.phone = v_digits);
end $$;

COMMENT ON FUNCTION app.is_contact_taken(email text, mobile text) IS 'Whether somebody has this address or number, in any spelling.';

CREATE FUNCTION app.is_delivery_phone(phone text) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $_$
  select coalesce(phone ~* '^[+]?[0-9 -]{7,40}(( *#| *x\.?| *ext\.?| *extension) *[0-9]{1,6})?$' and phone ~ '[0-9]', false)
$_$;

CREATE FUNCTION app.is_demo() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select not s.allow_critical_edits_admin from public.settings s where s.id = 1
$$;

COMMENT ON FUNCTION app.is_demo() IS 'Whether the demo mode is on (settings.allow_critical_edits_admin off).';

CREATE FUNCTION app.is_document(path text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from public.driver_documents d where d.driver_id::text = split_part(is_document.path, '/', 1)
    and d.path = is_document.path and d.status in ('pending', 'verified'))
$$;

COMMENT ON FUNCTION app.is_document(path text) IS 'Whether this is the picture of a document that waits for its verdict or was verified.';

CREATE FUNCTION app.is_first_report(jump app.position_jumps) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select (jump).points = 0 and exists (
    select 1 from public.driver_positions p where p.driver_id = (jump).driver_id and p.updated_at <= (jump).at)
$$;

COMMENT ON FUNCTION app.is_first_report(jump app.position_jumps) IS 'Whether a driver went on duty and no report was stored since.';

CREATE FUNCTION app.is_late(booking public.bookings) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce(coalesce(app.there_since(booking), (booking).cancelled_at, app.now()) > (booking).promised_at, false)
$$;

CREATE FUNCTION app.is_made_by_server(set_by_server jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select coalesce(set_by_server ?| array['usertype', 'approved', 'reg_type', 'fleet_id', 'created_by'], false)
$$;

COMMENT ON FUNCTION app.is_made_by_server(set_by_server jsonb) IS 'Whether the server made this account; its metadata then needs no proof.';

CREATE FUNCTION app.is_name(value text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $$
  select normalize(coalesce(is_name.value, ''), nfkc) !~ '[\u0300-\u036F]{3}' and not exists (
    select 1 from regexp_split_to_table(normalize(coalesce(is_name.value, ''), nfkc), '[[:space:]\u2010-\u2015-]+') w (word)
    where (select count(*) from unnest(array[
      '[A-Za-z\u00AA\u00BA\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02AF\u1E00-\u1EFF\u2C60-\u2C7F\uA720-\uA7FF]', '[\u0370-\u03FF\u1F00-\u1FFF]',
      '[\u0400-\u052F\u1C80-\u1C88\u2DE0-\u2DFF\uA640-\uA69F]', '[\u0531-\u058F]', '[\u0590-\u05FF]', '[\u0600-\u06FF\u0750-\u077F\u08A0-\u08FF]',
      '[\u10A0-\u10FF\u1C90-\u1CBF]', '[\u13A0-\u13FF\uAB70-\uABBF]']) s (letters) where w.word ~ s.letters) > 1)
$$;

COMMENT ON FUNCTION app.is_name(value text) IS 'Whether no word of a text has letters of two scripts or a heap of marks: such names imitate others.';

CREATE FUNCTION app.is_now(usertype text) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return exists (select 1 from public.profiles p where p.id = auth.uid() and p.usertype = is_now.usertype
      and (p.approved or p.usertype = 'driver') and p.deleted_at is null) and app.has_session();
end $$;

COMMENT ON FUNCTION app.is_now(usertype text) IS 'Whether the caller is a person of this usertype now, approved where it is staff, with a session that has not ended.';

CREATE FUNCTION app.is_off(off_m double precision, accuracy double precision) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$ select off_m > greatest(150, least(200, 2 * coalesce(accuracy, 0))) $$;

CREATE FUNCTION app.is_person() RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select coalesce(auth.jwt() ->> 'role', '') in ('authenticated', 'anon')
$$;

COMMENT ON FUNCTION app.is_person() IS 'Whether a person with a token is calling, and not the service role or the owner.';

CREATE FUNCTION app.is_referral_trip(booking public.bookings, referrer_id uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce((booking).driver_id <> is_referral_trip.referrer_id and (booking).distance >= s.referral_min_km
    and (booking).total_trip_time >= 60 * s.referral_min_minutes and (booking).trip_cost >= c.min_fare, false)
  from public.settings s, public.car_types c where s.id = 1 and c.id = (booking).car_type_id
$$;

CREATE FUNCTION app.is_route_place(place jsonb) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return app.is_place((place ->> 'lat')::double precision, (place ->> 'lng')::double precision);
exception when data_exception then
  return false;
end $$;

CREATE FUNCTION app.is_served(lat double precision, lng double precision) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return app.is_place(is_served.lat, is_served.lng) and coalesce((select app.distance_m(is_served.lat, is_served.lng,
      least(a.north, greatest(a.south, is_served.lat)), least(a.east, greatest(a.west, is_served.lng))) <= app.radius_m()
    from app.service_area a), true);
end $$;

COMMENT ON FUNCTION app.is_served(lat double precision, lng double precision) IS 'Whether a place is within the service area, or as far from it as drivers are looked for (settings.driver_radius).';

CREATE FUNCTION app.is_share_over(booking public.bookings) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select coalesce(coalesce((booking).reached_at, (booking).cancelled_at) < app.now() - interval '1 hour', false)
$$;

CREATE FUNCTION app.is_shared(booking public.bookings) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from app.trip_shares s where s.booking_id = (booking).id and s.ended_at is null) and not app.is_share_over(booking)
$$;

COMMENT ON FUNCTION app.is_shared(booking public.bookings) IS 'Whether somebody with a link may see the trip now.';

CREATE FUNCTION app.is_silent_number(user_id uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from app.silent_numbers n where n.user_id = is_silent_number.user_id and n.refused_in = pg_current_xact_id_if_assigned())
$$;

COMMENT ON FUNCTION app.is_silent_number(user_id uuid) IS 'Whether this transaction verified a code to a number that was silent for too long.';

CREATE FUNCTION app.is_suspended() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from public.profiles p where p.id = auth.uid() and p.suspended_at is not null)
$$;

COMMENT ON FUNCTION app.is_suspended() IS 'Whether the caller is suspended: for policies, which refuse such people every write.';

CREATE FUNCTION app.is_whole_ride(booking public.bookings, distance_km numeric) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select app.ended_at_drop(booking) and is_whole_ride.distance_km >= 0.5 * (booking).estimate_distance
    and extract(epoch from (booking).reached_at - (booking).started_at) >= (booking).estimate_time / 3.0
$$;

CREATE FUNCTION app.issue_if_due(booking_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if exists (select 1 from app.receipts_due d where d.booking_id = issue_if_due.booking_id) then perform app.issue_receipts(); end if;
end $$;

COMMENT ON FUNCTION app.issue_if_due(booking_id uuid) IS 'Issues what is due where a receipt of this booking is.';

CREATE TABLE app.receipts_due (
    id bigint NOT NULL,
    booking_id uuid NOT NULL,
    transaction_id bigint,
    due_at timestamp with time zone DEFAULT app.now() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    CONSTRAINT receipts_due_attempts_check CHECK ((attempts >= 0))
);

COMMENT ON TABLE app.receipts_due IS 'Payments that wait for their receipt, and refunds (transaction_id) that wait for their credit note.';

CREATE FUNCTION app.issue_receipt(due app.receipts_due) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_booking public.bookings;
  v_receipt public.receipts;
  v_content jsonb;
  v_serial bigint;
begin
  select b.* into strict v_booking from public.bookings b where b.id = (due).booking_id;
  select r.* into v_receipt from public.receipts r where r.booking_id = v_booking.id and r.kind = 'receipt';
  -- A credit note names its receipt, so it waits for it.
  if (due).transaction_id is not null and v_receipt.id is null then return false; end if;
  v_content := case when (due).transaction_id is null then app.receipt_content(v_booking)
    else app.credit_note_content(v_booking, v_receipt, (due).transaction_id) end;
  update app.receipt_series s set last = s.last + 1 where s.id = 1 returning s.last into v_serial;
  insert into public.receipts (booking_id, kind, serial, number, customer_id, fleet_id, transaction_id, lang, content)
  select v_booking.id, case when (due).transaction_id is null then 'receipt' else 'credit_note' end, v_serial,
    s.receipt_prefix || lpad(v_serial::text, greatest(6, length(v_serial::text)), '0'), v_booking.customer_id, v_booking.fleet_id,
    (due).transaction_id, coalesce((select p.lang_locale from public.profiles p where p.id = v_booking.customer_id),
      (select l.lang_locale from public.languages l where l.is_default), 'en'), v_content
  from public.settings s where s.id = 1;
  delete from app.receipts_due d where d.id = (due).id;
  perform app.tell('booking:' || v_booking.id, 'receipt', v_booking.id);
  return true;
end $$;

CREATE FUNCTION app.issue_receipts() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_due app.receipts_due;
  v_done integer := 0;
begin
  if not exists (select 1 from app.receipts_due d where d.due_at <= app.now()) then return 0; end if;
  perform 1 from app.receipt_series s where s.id = 1 for update skip locked;
  if not found then return 0; end if;
  for v_due in select d.* from app.receipts_due d where d.due_at <= app.now() order by d.id limit 200 loop
    begin
      if app.issue_receipt(v_due) then v_done := v_done + 1; end if;
    exception when others then
      raise warning 'the receipt of % failed: %', v_due.booking_id, sqlerrm;
      update app.receipts_due d set attempts = d.attempts + 1, due_at = app.now() + interval '1 minute' * least(60, 2 ^ least(d.attempts, 6)) where d.id = v_due.id;
    end;
  end loop;
  return v_done;
end $$;

COMMENT ON FUNCTION app.issue_receipts() IS 'Numbers what is due, the first payment first; answers how many. Any number of runs at once is safe.';

CREATE FUNCTION app.judge_drivers(booking public.bookings, wanted integer) RETURNS TABLE(driver_id uuid, distance_km numeric, reason text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET enable_bitmapscan TO 'off'
    AS $_$
declare
  v_judged jsonb;
  v_k integer := least(1000, 2 * wanted + (select count(*) from public.booking_offers o where o.booking_id = (booking).id));
begin
  loop
    select coalesce(jsonb_agg(jsonb_build_object('driver_id', n.driver_id, 'distance_km', round((n.distance_m / 1000)::numeric, 2),
      'reason', app.reason_against(booking, n.driver_id)) order by n.distance_m), '[]') into v_judged
    from app.nearest_drivers((booking).car_type_id, (booking).pickup_lat, (booking).pickup_lng, app.radius_m(), v_k) n;
    exit when jsonb_array_length(v_judged) < v_k or v_k >= 1000
      or jsonb_array_length(jsonb_path_query_array(v_judged, '$[*] ? (@.reason == null)')) >= wanted;
    v_k := least(1000, 2 * v_k);
  end loop;
  return query select j.driver_id, j.distance_km, j.reason
  from jsonb_to_recordset(v_judged) as j (driver_id uuid, distance_km numeric, reason text);
end $_$;

COMMENT ON FUNCTION app.judge_drivers(booking public.bookings, wanted integer) IS 'The nearest free drivers within the radius, nearest first; reason is null for those to be asked.';

CREATE TABLE public.payment_events (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    provider public.payment_provider NOT NULL,
    event_id text NOT NULL,
    payment_id uuid,
    amount numeric,
    currency text,
    status text NOT NULL,
    outcome text DEFAULT 'recorded'::text NOT NULL,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    received_at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT payment_events_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 300))),
    CONSTRAINT payment_events_outcome_check CHECK ((outcome = ANY (ARRAY['recorded'::text, 'paid'::text, 'late'::text, 'failed'::text, 'already_paid'::text, 'unknown_payment'::text, 'provider_mismatch'::text, 'amount_mismatch'::text, 'currency_mismatch'::text])))
);

COMMENT ON TABLE public.payment_events IS 'What providers said, each event once. Append-only.';

COMMENT ON COLUMN public.payment_events.provider IS 'Who says so.';

COMMENT ON COLUMN public.payment_events.amount IS 'What the provider says was paid.';

COMMENT ON COLUMN public.payment_events.currency IS 'What the provider says it was paid in.';

COMMENT ON COLUMN public.payment_events.status IS 'The provider''s word: paid, failed, or one of its own.';

COMMENT ON COLUMN public.payment_events.outcome IS 'paid: it paid the booking; late: the booking no longer waited, so the money went back; already_paid: the payment had been paid by another event; *_mismatch and unknown_payment: for the desk, nothing was paid.';

COMMENT ON COLUMN public.payment_events.payload IS 'What the provider sent, for the desk.';

CREATE TABLE public.payments (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    booking_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    provider public.payment_provider NOT NULL,
    amount numeric NOT NULL,
    currency text NOT NULL,
    status text DEFAULT 'created'::text NOT NULL,
    refunded_amount numeric DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    paid_at timestamp with time zone,
    client_key uuid NOT NULL,
    CONSTRAINT payments_amount_check CHECK (((amount > (0)::numeric) AND (amount < (1000000000)::numeric))),
    CONSTRAINT payments_check CHECK ((((refunded_amount >= (0)::numeric) AND (refunded_amount <= amount)) AND ((refunded_amount = (0)::numeric) OR (status = 'paid'::text)))),
    CONSTRAINT payments_check1 CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
    CONSTRAINT payments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT payments_status_check CHECK ((status = ANY (ARRAY['created'::text, 'failed'::text, 'paid'::text])))
);

COMMENT ON TABLE public.payments IS 'What was asked of a payment provider: the amount and currency that an event has to match.';

COMMENT ON COLUMN public.payments.provider IS 'Who was asked.';

COMMENT ON COLUMN public.payments.amount IS 'What was still to pay then.';

COMMENT ON COLUMN public.payments.currency IS 'settings.code then.';

COMMENT ON COLUMN public.payments.status IS 'A failed attempt may still be paid by a later one.';

COMMENT ON COLUMN public.payments.refunded_amount IS 'What went back: to the card, or, of a payment that came too late, to the wallet.';

CREATE FUNCTION app.judge_event(event public.payment_events, payment public.payments, status public.booking_status) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case
    when (payment).id is null then 'unknown_payment'
    when (event).provider <> (payment).provider then 'provider_mismatch'
    when (event).status = 'failed' then 'failed'
    when (event).status <> 'paid' then 'recorded'
    when upper((event).currency) is distinct from (payment).currency then 'currency_mismatch'
    when (event).amount is distinct from (payment).amount then 'amount_mismatch'
    when (payment).status = 'paid' then 'already_paid'
    when judge_event.status in ('PAYMENT_PENDING', 'PENDING') then 'paid'
    else 'late' end
$$;

CREATE FUNCTION app.judge_way(booking public.bookings, distance_km numeric, silent_km numeric) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_straight_m double precision;
  v_recorded_km numeric := judge_way.distance_km - judge_way.silent_km;
begin
  if judge_way.distance_km > 1.5 * (booking).estimate_distance then return 'too_long'; end if;
  if judge_way.distance_km > 1.2 * (booking).estimate_distance then return 'long'; end if;
  if v_recorded_km <= 1 or app.ended_at_drop(booking) then return 'plausible'; end if;
  select sum(app.distance_m(w.lat, w.lng, w.next_lat, w.next_lng)) into v_straight_m from (
    select p.lat, p.lng, lead(p.lat) over (order by p.n) as next_lat, lead(p.lng) over (order by p.n) as next_lng from (
      select 0 as n, (booking).pickup_lat as lat, (booking).pickup_lng as lng
      union all select s.position, s.lat, s.lng from public.booking_stops s where s.booking_id = (booking).id and s.arrived_at is not null
      union all (select 100, t.lat, t.lng from public.tracking_points t where t.booking_id = (booking).id and t.driver_id = (booking).driver_id
        and t.at between (booking).started_at and (booking).reached_at order by t.at desc limit 1)) p) w
  where w.next_lat is not null;
  return case when 1000 * (v_recorded_km - 1) > 2.5 * v_straight_m then 'long' else 'plausible' end;
end $$;

COMMENT ON FUNCTION app.judge_way(booking public.bookings, distance_km numeric, silent_km numeric) IS 'A measured distance against the quote (or its revision): plausible, long (for the desk) or too_long.';

CREATE FUNCTION app.keep_contacts(user_id uuid, email text, phone text) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  insert into app.known_contacts (hash, user_id)
  select h.hash, p.id from public.profiles p cross join lateral app.contact_hashes(keep_contacts.email, keep_contacts.phone) h (hash)
  where p.id = keep_contacts.user_id
  on conflict on constraint known_contacts_pkey do update set at = excluded.at
$$;

CREATE FUNCTION app.keeps_promo(booking public.bookings, trip_cost numeric) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select (booking).promo_applied
    and not (keeps_promo.trip_cost < coalesce(((booking).promo_details ->> 'min_order')::numeric, 0) and keeps_promo.trip_cost < 0.8 * (booking).estimate)
$$;

COMMENT ON FUNCTION app.keeps_promo(booking public.bookings, trip_cost numeric) IS 'Whether a final fare is one that the booking''s promotion is for: at least its min_order, or 80 percent of the quote.';

CREATE FUNCTION app.lapse_offers(booking_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.booking_offers o set status = 'lapsed', answered_at = app.now()
  where o.booking_id = lapse_offers.booking_id and o.status = 'open' and o.expires_at <= app.now();
end $$;

CREATE FUNCTION app.last_balance(user_id uuid) RETURNS numeric
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce((select l.balance from public.ledger_accounts a
    cross join lateral (select e.id, e.balance from public.ledger_entries e where e.account_id = a.id order by e.id desc limit 1) l
    where a.user_id = last_balance.user_id order by l.id desc limit 1), 0)
$$;

CREATE FUNCTION app.lateness() RETURNS TABLE(booking_id uuid, due timestamp with time zone, eta timestamp with time zone, late_secs integer)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  with median as materialized (select app.pickup_median() as wait)
  select b.id, d.due, e.eta, case when b.status in ('NEW', 'ACCEPTED')
    then extract(epoch from case when e.eta is null then app.now() + m.wait else greatest(e.eta, app.now()) end - d.due)::integer end
  from public.bookings b cross join median m
  left join public.driver_positions p on p.driver_id = b.driver_id and b.status = 'ACCEPTED' and b.engaged_at is not null
  left join lateral (select o.distance_km from public.booking_offers o where b.status = 'ACCEPTED' and o.booking_id = b.id and o.driver_id = b.driver_id
    and o.status = 'accepted' order by o.created_at desc limit 1) o on true
  cross join lateral (select app.due_from(b.book_later, b.trip_at, b.created_at, b.accepted_at, o.distance_km) as due) d
  cross join lateral (select p.updated_at + interval '1 second' * 1.3 * app.distance_m(p.lat, p.lng, b.pickup_lat, b.pickup_lng)
    / app.quoted_mps(b.estimate_distance, b.estimate_time) as eta) e
  where b.status in ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
$$;

COMMENT ON FUNCTION app.lateness() IS 'Bookings under way: when the car should be at the pickup, when it will be (null while no driver is on the way), and by how many seconds that is late, the median wait counted where no driver is; negative in time, null once the car has come.';

CREATE FUNCTION app.ledger_account(name text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_id bigint := (select a.id from public.ledger_accounts a where a.name = ledger_account.name);
  v_kind text := split_part(ledger_account.name, ':', 1);
  v_of text := nullif(substr(ledger_account.name, length(v_kind) + 2), '');
begin
  if v_id is null then
    insert into public.ledger_accounts (kind, user_id, booking_id, provider)
    values (v_kind, case when v_kind in ('wallet', 'bonus') then v_of::uuid end, case v_kind when 'held' then v_of::uuid end,
      case when v_kind in ('refunds_due', 'clearing') then v_of end)
    on conflict do nothing;
    select a.id into strict v_id from public.ledger_accounts a where a.name = ledger_account.name;
  end if;
  return v_id;
end $$;

COMMENT ON FUNCTION app.ledger_account(name text) IS 'The id of an account by its name; opens wallets, held money and providers as they are first used.';

CREATE FUNCTION app.ledger_balance(account text) RETURNS numeric
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce(sum(e.amount), 0) from public.ledger_accounts a join public.ledger_entries e on e.account_id = a.id
  where a.name = ledger_balance.account
$$;

COMMENT ON FUNCTION app.ledger_balance(account text) IS 'The sum of an account''s entries; for accounts of few entries, such as held:<booking>.';

CREATE FUNCTION app.ledger_has_entries() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from public.ledger_entries)
$$;

COMMENT ON FUNCTION app.ledger_has_entries() IS 'Whether money ever moved: from then on currency and decimals stand.';

CREATE FUNCTION app.lock_approval(id uuid, me public.profiles) RETURNS public.approvals
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_row public.approvals;
begin
  perform app.require_edits();
  select a.* into v_row from public.approvals a where a.id = lock_approval.id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'approval_not_found', hint = 'There is no such request';
  end if;
  perform app.check_permission(me, app.permission_for(v_row.kind));
  return v_row;
end $$;

CREATE FUNCTION app.lock_booking(booking_id uuid) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_booking public.bookings;
begin
  -- A stranger is refused before the lock: else whoever knows an id could make the parties wait, and drivers try again.
  select b.* into v_booking from public.bookings b where b.id = lock_booking.booking_id and (not app.is_person()
    or auth.uid() in (b.customer_id, b.driver_id) or exists (select 1 from public.profiles p where p.id = auth.uid() and p.usertype = 'admin'))
  for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking';
  end if;
  return v_booking;
end $$;

COMMENT ON FUNCTION app.lock_booking(booking_id uuid) IS 'The booking, locked until the transaction ends, for who has a part in it. Errors: booking_not_found.';

CREATE FUNCTION app.lock_carried(booking_id uuid, finishing boolean DEFAULT false) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_driver public.drivers := app.driver_row(case when finishing then app.caller() else app.me() end);
  v_booking public.bookings := app.lock_booking(booking_id);
begin
  if v_booking.driver_id is distinct from v_driver.id then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'You do not carry this booking';
  end if;
  return v_booking;
end $$;

COMMENT ON FUNCTION app.lock_carried(booking_id uuid, finishing boolean) IS 'The booking the calling driver carries, locked. finishing: also for a driver who was suspended with somebody in the car. Errors: account_suspended, not_a_driver, require_approval, booking_not_found.';

CREATE FUNCTION app.lock_parties(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.lock_wallets(variadic array_remove(
    array[(booking).customer_id, (booking).driver_id, (booking).fleet_id, app.due_referrer(booking)], null));
end $$;

COMMENT ON FUNCTION app.lock_parties(booking public.bookings) IS 'Locks the wallets of everyone a booking may pay, before the first of them moves.';

CREATE FUNCTION app.lock_person(user_id uuid, me public.profiles) RETURNS public.profiles
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_person public.profiles;
begin
  select p.* into v_person from public.profiles p where p.id = lock_person.user_id and p.deleted_at is null
    and (me.usertype = 'admin' or exists (select 1 from public.drivers d where d.id = p.id and d.fleet_id = me.id))
  for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'person_not_found', hint = 'There is no such person, or not of your fleet';
  end if;
  -- Else support could suspend every owner.
  if v_person.usertype = 'admin' then perform app.check_permission(me, 'staff'); end if;
  return v_person;
end $$;

COMMENT ON FUNCTION app.lock_person(user_id uuid, me public.profiles) IS 'The person, locked, if this admin or fleet admin may change them; admins are changed by owners. Errors: person_not_found, not_allowed.';

CREATE TABLE public.route_proposals (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    booking_id uuid NOT NULL,
    quote_id uuid NOT NULL,
    asked_by uuid NOT NULL,
    trip_cost numeric NOT NULL,
    drop_address text DEFAULT ''::text NOT NULL,
    status text DEFAULT 'open'::text NOT NULL,
    client_key uuid NOT NULL,
    at timestamp with time zone DEFAULT app.now() NOT NULL,
    answered_at timestamp with time zone,
    CONSTRAINT route_proposals_check CHECK (((status = 'open'::text) = (answered_at IS NULL))),
    CONSTRAINT route_proposals_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text]))),
    CONSTRAINT route_proposals_trip_cost_check CHECK (((trip_cost >= (0)::numeric) AND (trip_cost < (1000000000)::numeric)))
);

COMMENT ON TABLE public.route_proposals IS 'Cheaper routes that riders asked for after acceptance, with the driver''s answer. While one is open the old route stands.';

COMMENT ON COLUMN public.route_proposals.asked_by IS 'The rider.';

COMMENT ON COLUMN public.route_proposals.trip_cost IS 'The fare by the new route.';

COMMENT ON COLUMN public.route_proposals.drop_address IS 'Where it would go.';

COMMENT ON COLUMN public.route_proposals.status IS 'open, accepted or declined by the driver, withdrawn by the rider or since the booking went on without it.';

CREATE FUNCTION app.lock_proposal(booking public.bookings) RETURNS public.route_proposals
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_proposal public.route_proposals;
begin
  select p.* into v_proposal from public.route_proposals p where p.booking_id = (booking).id and p.status = 'open' for update;
  if not found then
    raise sqlstate 'PT404' using message = 'route_change_not_found', hint = 'No other route waits for an answer';
  end if;
  return v_proposal;
end $$;

CREATE FUNCTION app.lock_quote(quote_id uuid, me public.profiles) RETURNS public.fare_quotes
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_quote public.fare_quotes;
begin
  select q.* into v_quote from public.fare_quotes q where q.id = lock_quote.quote_id
    and (q.customer_id = (me).id or (me).usertype = 'admin') for update;
  if not found then
    raise sqlstate 'PT404' using message = 'quote_not_found', hint = 'Ask for the fare again';
  end if;
  if v_quote.used_at is not null then
    raise sqlstate 'PT409' using message = 'quote_used', hint = 'This quote was booked already';
  end if;
  if v_quote.expires_at <= app.now() then
    raise sqlstate 'PT410' using message = 'quote_expired', hint = 'Ask for the fare again';
  end if;
  return v_quote;
end $$;

COMMENT ON FUNCTION app.lock_quote(quote_id uuid, me public.profiles) IS 'A quote that can still be used, locked. Errors: quote_not_found, quote_used, quote_expired.';

CREATE FUNCTION app.lock_wallets(VARIADIC user_ids uuid[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform 1 from public.profiles p where p.id = any (lock_wallets.user_ids) order by p.id for no key update;
end $$;

COMMENT ON FUNCTION app.lock_wallets(VARIADIC user_ids uuid[]) IS 'Locks wallets in id order, so that transactions that move money between the same people wait instead of deadlocking. Call it once, with all of them, before reading a balance.';

CREATE TABLE public.withdraw_requests (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    amount numeric NOT NULL,
    date timestamp with time zone DEFAULT app.now() NOT NULL,
    bank_name text DEFAULT ''::text NOT NULL,
    bank_code text DEFAULT ''::text NOT NULL,
    bank_account text DEFAULT ''::text NOT NULL,
    processed boolean DEFAULT false NOT NULL,
    process_date timestamp with time zone,
    rejected_at timestamp with time zone,
    reason text,
    client_key uuid NOT NULL,
    CONSTRAINT withdraw_requests_amount_check CHECK (((amount > (0)::numeric) AND (amount < (1000000)::numeric))),
    CONSTRAINT withdraw_requests_check CHECK ((processed = (process_date IS NOT NULL))),
    CONSTRAINT withdraw_requests_check1 CHECK (((rejected_at IS NULL) OR (NOT processed))),
    CONSTRAINT withdraw_requests_check2 CHECK (((reason IS NULL) OR (rejected_at IS NOT NULL))),
    CONSTRAINT withdraw_requests_reason_check CHECK ((length(reason) <= 500))
);

COMMENT ON TABLE public.withdraw_requests IS 'Money on its way from a wallet to a bank account. Open until processed or rejected, each once.';

COMMENT ON COLUMN public.withdraw_requests.name IS 'Of the person, when it was asked for.';

COMMENT ON COLUMN public.withdraw_requests.amount IS 'What left the wallet.';

COMMENT ON COLUMN public.withdraw_requests.date IS 'When it was asked for; the money left the wallet then.';

COMMENT ON COLUMN public.withdraw_requests.bank_name IS 'As bank_account.';

COMMENT ON COLUMN public.withdraw_requests.bank_code IS 'As bank_account.';

COMMENT ON COLUMN public.withdraw_requests.bank_account IS 'Bank details as they stood when it was asked for; empty where none were given.';

COMMENT ON COLUMN public.withdraw_requests.processed IS 'Whether the money was transferred.';

COMMENT ON COLUMN public.withdraw_requests.process_date IS 'When an admin confirmed the transfer.';

COMMENT ON COLUMN public.withdraw_requests.reason IS 'Why it was rejected.';

CREATE FUNCTION app.lock_withdrawal(id uuid) RETURNS public.withdraw_requests
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_request public.withdraw_requests;
begin
  perform app.require_permission('payouts');
  perform app.require_edits();
  select r.* into v_request from public.withdraw_requests r where r.id = lock_withdrawal.id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'withdrawal_not_found', hint = 'There is no such withdrawal';
  end if;
  return v_request;
end $$;

CREATE FUNCTION app.log_access(what text, subject_id uuid, row_count bigint) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  insert into public.access_log (actor_id, what, subject_id, row_count)
  values (auth.uid(), log_access.what, log_access.subject_id, log_access.row_count)
$$;

COMMENT ON FUNCTION app.log_access(what text, subject_id uuid, row_count bigint) IS 'Writes that the caller, one of the staff, read something that is logged.';

CREATE FUNCTION app.log_list(what text, subject_id uuid, row_count bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.access_log l set row_count = l.row_count + log_list.row_count
  where l.id = (select o.id from public.access_log o where o.actor_id = auth.uid() and o.what = log_list.what
    and o.at > app.now() - interval '10 minutes' and o.subject_id is not distinct from log_list.subject_id order by o.at desc limit 1);
  if not found then perform app.log_access(log_list.what, log_list.subject_id, log_list.row_count); end if;
end $$;

COMMENT ON FUNCTION app.log_list(what text, subject_id uuid, row_count bigint) IS 'The same for lists, which are read again and again: one line per caller, kind and subject within ten minutes.';

CREATE FUNCTION app.lowest_slab(slab jsonb) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select coalesce(min((e ->> 'amount')::numeric), 0) from jsonb_array_elements(slab) e where (e ->> 'amount')::numeric > 0
$$;

CREATE FUNCTION app.make_offers(booking public.bookings, driver_ids uuid[], wave integer, seconds integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_km numeric := round(booking.estimate_distance, 1);
  v_secs integer := ceil(booking.estimate_time / 60.0) * 60;
  v_fare jsonb;
begin
  select app.compute_fare(f.rule, f.quote_inputs || jsonb_build_object('distance_km', v_km, 'secs', v_secs)) into v_fare
  from public.booking_finances f where f.booking_id = booking.id;
  insert into public.booking_offers (booking_id, driver_id, wave, distance_km, expires_at, reference, category,
    pickup_area_lat, pickup_area_lng, drop_area_lat, drop_area_lng, pickup_time, trip_distance, trip_time, driver_share,
    trip_cost, payment_mode, book_later, trip_at)
  select booking.id, i.id, make_offers.wave, d.km, app.now() + make_interval(secs => make_offers.seconds),
    booking.reference, booking.category, a.area_lat, a.area_lng, z.area_lat, z.area_lng, case when d.km is not null then greatest(1, ceil(2 * d.km)) * 60 end,
    v_km, v_secs, (v_fare ->> 'driver_share')::numeric,
    (v_fare ->> 'trip_cost')::numeric, booking.payment_mode, booking.book_later, booking.trip_at
  from unnest(make_offers.driver_ids) with ordinality i (id, place)
  cross join app.area_of(booking.pickup_lat, booking.pickup_lng) a
  cross join app.area_of(booking.drop_lat, booking.drop_lng) z
  -- Measured to the area: exact distances from three places would give the door away.
  left join public.driver_positions p on p.driver_id = i.id
  cross join lateral (select round((app.distance_m(a.area_lat, a.area_lng, p.lat, p.lng) / 1000)::numeric, 2) as km) d
  order by i.place;
end $$;

CREATE FUNCTION app.map_fleet() RETURNS uuid
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_me public.profiles := app.me();
begin
  if v_me.usertype not in ('admin', 'fleetadmin') then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'The live map is for admins and fleet admins';
  end if;
  return case v_me.usertype when 'fleetadmin' then v_me.id end;
end $$;

COMMENT ON FUNCTION app.map_fleet() IS 'Whose drivers the caller''s map shows: the own fleet''s, or everybody''s (null). Errors: must_login, not_allowed.';

CREATE FUNCTION app.map_state(booking_id uuid, updated_at timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select case when map_state.booking_id is not null then 'busy' when map_state.updated_at <= app.now() - interval '60 seconds' then 'silent' else 'free' end
$$;

CREATE FUNCTION app.mark_trail(booking public.bookings, status text) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  insert into public.tracking_points (booking_id, driver_id, status, lat, lng, heading, accuracy, at)
  select booking.id, p.driver_id, mark_trail.status, p.lat, p.lng, p.heading, p.accuracy,
    case mark_trail.status when 'ACCEPTED' then p.updated_at else app.now() end
  from public.driver_positions p where p.driver_id = booking.driver_id and p.updated_at > app.now() - interval '60 seconds'
$$;

CREATE FUNCTION app.masked(value jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $_$
begin
  case jsonb_typeof(value)
  when 'object' then
    return (select coalesce(jsonb_object_agg(e.key, case
      when jsonb_typeof(e.value) = 'null' then e.value
      when e.key in ('email', 'customer_email') then to_jsonb(app.masked_email(e.value #>> '{}'))
      when e.key in ('mobile', 'phone', 'customer_contact', 'driver_contact', 'delivery_person_phone', 'guest_phone', 'bank_account', 'bank_code')
        then to_jsonb(app.masked_number(e.value #>> '{}'))
      when e.key in ('first_name', 'last_name', 'customer_name', 'driver_name', 'delivery_person', 'guest_name') then to_jsonb(left(e.value #>> '{}', 1) || '***')
      when e.key ~ '(^|_)(otp|token|secret|password|start_code)$' then '"***"'
      else app.masked(e.value) end), '{}') from jsonb_each(value) e);
  when 'array' then
    return (select coalesce(jsonb_agg(app.masked(e.item) order by e.place), '[]') from jsonb_array_elements(value) with ordinality e (item, place));
  else
    return value;
  end case;
end $_$;

COMMENT ON FUNCTION app.masked(value jsonb) IS 'JSON without people''s names and contacts, bank numbers and codes.';

CREATE FUNCTION app.masked_email(email text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case when coalesce(email, '') = '' then email else left(email, 1) || '***@***' end
$$;

COMMENT ON FUNCTION app.masked_email(email text) IS 'An address that tells nothing but its first letter.';

CREATE FUNCTION app.masked_number(number text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case when coalesce(number, '') = '' then number when length(number) < 7 then '***' else '***' || right(number, 2) end
$$;

COMMENT ON FUNCTION app.masked_number(number text) IS 'A phone or bank number that tells nothing but its last two digits.';

CREATE FUNCTION app.may_take_bonus(customer_id uuid, driver_id uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  with heads as (
    select may_take_bonus.customer_id as id union select f.referrer_id from app.referrals f where f.referred_id = may_take_bonus.customer_id),
  family as (select h.id from heads h union select f.referred_id from app.referrals f join heads h on h.id = f.referrer_id)
  select not exists (select 1 from app.referrals f join heads h on h.id = f.referrer_id where f.driver_id = may_take_bonus.driver_id)
    and not exists (select 1 from family m
      join public.ledger_accounts a on a.user_id = m.id and a.kind = 'bonus' join public.ledger_entries e on e.account_id = a.id and e.amount < 0
      join public.ledger_transactions t on t.id = e.transaction_id join public.bookings b on b.id = t.booking_id
      where m.id <> may_take_bonus.customer_id and b.driver_id = may_take_bonus.driver_id)
$$;

COMMENT ON FUNCTION app.may_take_bonus(customer_id uuid, driver_id uuid) IS 'Whether bonus money of a rider may pay this driver.';

CREATE FUNCTION app.may_withdraw(person public.profiles) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select person.usertype in ('driver', 'fleetadmin') or (person.usertype = 'rider' and s.rider_with_draw)
  from public.settings s where s.id = 1
$$;

COMMENT ON FUNCTION app.may_withdraw(person public.profiles) IS 'Drivers and fleet admins always, riders with settings.rider_with_draw.';

CREATE FUNCTION app.me() RETURNS public.profiles
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_me public.profiles := app.caller();
begin
  -- Asked here, as nobody who is approved is suspended: each call costs 10 us.
  if not v_me.approved then perform app.require_active(v_me); end if;
  return v_me;
end $$;

COMMENT ON FUNCTION app.me() IS 'The profile of a caller in good standing. Errors: must_login, user_issue_contact_admin, account_suspended, require_approval, not_allowed (staff that is not approved).';

CREATE FUNCTION app.me_as_driver() RETURNS public.drivers
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_driver public.drivers;
begin
  select d.* into v_driver from public.drivers d join public.profiles p on p.id = d.id
  where d.id = auth.uid() and p.usertype = 'driver' and p.approved and p.deleted_at is null;
  if found then return v_driver; end if;
  return app.driver_row(app.me());
end $$;

COMMENT ON FUNCTION app.me_as_driver() IS 'The caller''s driver row. Errors: must_login, account_suspended, require_approval, not_a_driver.';

CREATE FUNCTION app.meter_trip(booking public.bookings) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_quoted_m double precision := 1000 * (booking).estimate_distance;
  v_silent_m double precision := (select sum(least(coalesce(g.most_m, v_quoted_m), v_quoted_m * g.secs / greatest((booking).estimate_time, 1)))
    from app.trail_gaps(booking) g);
  v_counted_m double precision := least(v_quoted_m, coalesce(v_silent_m, 0));
begin
  return (select jsonb_build_object(
      'distance_km', round(((coalesce(sum(t.metres), 0) + v_counted_m) / 1000)::numeric, 3),
      'silent_km', round((v_counted_m / 1000)::numeric, 3),
      'flags', case when v_silent_m is not null then '["trail_gap"]' else '[]' end::jsonb, 'points', count(*),
      'left_out', jsonb_build_object('still', count(*) filter (where t.verdict = 'still'),
        'leap', count(*) filter (where t.verdict = 'leap'), 'vague', count(*) filter (where t.verdict = 'vague')))
    from app.trail(booking) t);
end $$;

COMMENT ON FUNCTION app.meter_trip(booking public.bookings) IS 'What the trail is worth: {distance_km, silent_km (of it, for silences), flags, points, left_out {still, leap, vague}}.';

CREATE FUNCTION app.metres_apart(a point, b point, lat double precision) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select (metres_apart.a operator(pg_catalog.<->) metres_apart.b) * 0.99888 * cos(radians(lat))
$$;

CREATE FUNCTION app.minutes_delayed(booking public.bookings, lead_minutes integer) RETURNS numeric
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_from timestamptz := greatest((booking).accepted_at,
    case when (booking).book_later then (booking).trip_at - make_interval(mins => minutes_delayed.lead_minutes) end);
  v_late interval := greatest(interval '0', coalesce(app.there_since(booking), app.now()) - greatest((booking).promised_at, v_from));
begin
  return extract(epoch from app.now() - v_from - coalesce(v_late, interval '0')) / 60;
end $$;

COMMENT ON FUNCTION app.minutes_delayed(booking public.bookings, lead_minutes integer) IS 'Minutes that count for the slabs of a cancellation fee.';

CREATE FUNCTION app.mobile_of(said text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $_$
  select m.number from (select btrim(regexp_replace(translate(said, '()/.', '    '), ' +', ' ', 'g')) as number) m
  where m.number ~ '^[+]?[0-9][0-9 -]*$' and length(m.number) <= 20 and length(regexp_replace(m.number, '[^0-9]', '', 'g')) > 6
$_$;

COMMENT ON FUNCTION app.mobile_of(said text) IS 'A phone number of digits, spaces, hyphens and a leading plus, at most 20 long; null where it is none.';

CREATE FUNCTION app.month_start() RETURNS timestamp with time zone
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select date_trunc('month', app.now() at time zone s.time_zone) at time zone s.time_zone from public.settings s where s.id = 1
$$;

COMMENT ON FUNCTION app.month_start() IS 'When this month began in settings.time_zone.';

CREATE FUNCTION app.move_booking(booking_id uuid, to_status public.booking_status, patch jsonb DEFAULT '{}'::jsonb) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_booking public.bookings;
begin
  perform set_config('app.moving', move_booking.booking_id::text, true);
  update public.bookings b set status = move_booking.to_status,
    (driver_id, driver_name, driver_image, driver_rating, vehicle_number, vehicle_make, vehicle_model, vehicle_color, fleet_id, accepted_at, engaged_at,
    arrived_at, started_at, reached_at, total_trip_time, drop_lat, drop_lng, distance, trip_cost, fare_lines, tax_amount, promo_applied, promo_code,
    promo_details, discount_amount, cash_rounding, payment_mode, prepaid, payable_amount, used_wallet_money, card_payment_amount, cash_payment_amount, customer_paid,
    gateway, paid_at, completed_at, cancelled_at, cancelled_by, reason, cancellation_fee, driver_cancel_count, dispatch_note) = (select
    p.driver_id, p.driver_name, p.driver_image, p.driver_rating, p.vehicle_number, p.vehicle_make, p.vehicle_model, p.vehicle_color, p.fleet_id,
    p.accepted_at, p.engaged_at, p.arrived_at, p.started_at, p.reached_at, p.total_trip_time, p.drop_lat, p.drop_lng, p.distance, p.trip_cost,
    p.fare_lines, p.tax_amount, p.promo_applied, p.promo_code, p.promo_details, p.discount_amount, p.cash_rounding, p.payment_mode, p.prepaid, p.payable_amount,
    p.used_wallet_money, p.card_payment_amount, p.cash_payment_amount, p.customer_paid, p.gateway, p.paid_at, p.completed_at, p.cancelled_at,
    p.cancelled_by, p.reason, p.cancellation_fee, p.driver_cancel_count, p.dispatch_note
    from jsonb_populate_record(b, move_booking.patch) p)
  where b.id = move_booking.booking_id returning b.* into v_booking;
  perform set_config('app.moving', '', true);
  return v_booking;
end $$;

COMMENT ON FUNCTION app.move_booking(booking_id uuid, to_status public.booking_status, patch jsonb) IS 'Moves a booking, whose row the caller has locked, to a status on behalf of app.act''s actor, and sets the columns of patch with it (of those that a move may change). Answers the row. Errors: transition_refused.';

CREATE FUNCTION app.move_no_show_fee(booking public.bookings, amount numeric, back boolean) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_sign integer := case when back then -1 else 1 end;
  v_driver numeric;
  e public.earnings_months := app.no_earnings(booking, app.now());
begin
  perform app.lock_wallets((booking).customer_id, (booking).driver_id);
  if app.has_left((booking).customer_id) then
    raise sqlstate 'PT404' using message = 'person_not_found', hint = 'The rider has left';
  end if;
  if back then
    select coalesce(sum(l.amount), 0) into v_driver from public.ledger_transactions t
    join public.ledger_entries l on l.transaction_id = t.id join public.ledger_accounts a on a.id = l.account_id
    where t.booking_id = (booking).id and t.kind in ('cancellation', 'cancellation_share') and a.user_id = (booking).driver_id and not app.has_left((booking).driver_id);
    delete from app.fee_debts d where d.booking_id = (booking).id;
  else
    v_driver := app.share_fee(booking, move_no_show_fee.amount, app.real_balance((booking).customer_id));
  end if;
  perform app.post_ledger(case when back then 'no_show_waived' else 'cancellation' end,
    case when back then 'no_show_waived:' else 'no_show_fee:' end || (booking).id, (booking).id, jsonb_build_array(
      app.entry('wallet:' || (booking).customer_id, -v_sign * move_no_show_fee.amount),
      app.entry('wallet:' || (booking).driver_id, v_sign * v_driver),
      app.entry('revenue.cancellation', v_sign * (move_no_show_fee.amount - v_driver))));
  e.cancellations := v_sign;
  e.cancellation_fee := v_sign * move_no_show_fee.amount;
  e.cancellation_share := v_sign * v_driver;
  perform app.add_earnings((booking).id, app.now(), e);
  update public.bookings b set cancellation_fee = case when back then 0 else move_no_show_fee.amount end where b.id = (booking).id;
end $$;

COMMENT ON FUNCTION app.move_no_show_fee(booking public.bookings, amount numeric, back boolean) IS 'Charges a no-show fee that the desk agreed to, or gives a charged one back. Errors: person_not_found.';

CREATE FUNCTION app.named_driver(line jsonb, outcome text DEFAULT NULL::text) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select line || jsonb_build_object('outcome', outcome, 'driver_name', btrim(p.first_name || ' ' || p.last_name), 'vehicle_number', d.vehicle_number)
  from public.profiles p left join public.drivers d on d.id = p.id where p.id = app.uuid_of(line ->> 'driver_id')
$$;

CREATE FUNCTION app.names_of(said jsonb, OUT first_name text, OUT last_name text) RETURNS record
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select app.said_name(coalesce(nullif(btrim(said ->> 'first_name'), ''), nullif(btrim(said ->> 'given_name'), ''),
      case when said ->> 'last_name' is null then split_part(w.name, ' ', 1) end, '')),
    app.said_name(coalesce(nullif(btrim(said ->> 'last_name'), ''), nullif(btrim(said ->> 'family_name'), ''),
      case when said ->> 'first_name' is null then substr(w.name, length(split_part(w.name, ' ', 1)) + 2) end, ''))
  from (select btrim(regexp_replace(coalesce(said ->> 'full_name', said ->> 'name', ''), '[[:space:]]+', ' ', 'g')) as name) w
$$;

CREATE FUNCTION app.nearest_drivers(car_type uuid, lat double precision, lng double precision, radius_m double precision, k integer) RETURNS TABLE(driver_id uuid, distance_m double precision)
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select e.driver_id, e.m from (
    select n.driver_id, app.distance_m(nearest_drivers.lat, nearest_drivers.lng, n.lat, n.lng) as m from (
      select p.driver_id, p.lat, p.lng from public.driver_positions p
      where p.car_type = nearest_drivers.car_type and p.pt is not null
        and p.pt operator(pg_catalog.<@) app.box_around(app.search_point(nearest_drivers.car_type, nearest_drivers.lat, nearest_drivers.lng),
          nearest_drivers.lat, nearest_drivers.radius_m)
        and p.updated_at > (select t.at - interval '60 seconds' from app.present t)
      order by p.pt operator(pg_catalog.<->) (select app.search_point(nearest_drivers.car_type, nearest_drivers.lat, nearest_drivers.lng))
      limit nearest_drivers.k + (2 * sqrt(nearest_drivers.k))::integer) n
    -- A fence: else the distance is computed for the cut and for the order again.
    offset 0) e
  where e.m <= nearest_drivers.radius_m order by e.m limit nearest_drivers.k
$$;

COMMENT ON FUNCTION app.nearest_drivers(car_type uuid, lat double precision, lng double precision, radius_m double precision, k integer) IS 'The k nearest free drivers of a car type within a radius in metres, with exact distances.';

CREATE FUNCTION app.needs_agreement(booking public.bookings, quote public.fare_quotes, me public.profiles) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select (me).usertype <> 'admin' and (booking).status in ('ACCEPTED', 'ARRIVED') and (quote).trip_cost < app.accepted_fare(booking)
$$;

CREATE FUNCTION app.newcomer() RETURNS public.profiles
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_me public.profiles := app.caller();
begin
  if not v_me.approved then perform app.refuse_suspended(v_me); end if;
  return v_me;
end $$;

COMMENT ON FUNCTION app.newcomer() IS 'The caller''s profile, also of somebody who waits for approval: for the profile, papers and leaving. Errors: as caller(), account_suspended.';

CREATE FUNCTION app.no_earnings(booking public.bookings, at timestamp with time zone) RETURNS public.earnings_months
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select row(date_trunc('month', app.day_of(no_earnings.at))::date, (booking).driver_id, (booking).fleet_id,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0)::public.earnings_months
$$;

CREATE FUNCTION app.normalised_mailbox(email text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $$
  select case when m.host in ('gmail.com', 'googlemail.com') then replace(m.local, '.', '') || '@gmail.com' else m.local || '@' || m.host end
  from (
    select split_part(split_part(s.said, '@', 1), '+', 1) as local, rtrim(split_part(s.said, '@', 2), '.') as host
    from (select lower(translate(normalize(app.visible(btrim(normalised_mailbox.email)), nfkc),
      U&'\0430\0432\0435\043A\043C\043D\043E\0440\0441\0442\0443\0445\0456\0458\0455\0501\051B\051D\04BB\04CF\0410\0412\0415\041A\041C\041D\041E\0420\0421\0422\0423\0425\0406\0408\0405\03B1\03BF\03BD\03C1\03C4\03C5\03B9\03BA\0391\0392\0395\0396\0397\0399\039A\039C\039D\039F\03A1\03A4\03A5\03A7\0131\0261\0251',
      'abekmhopctyxijsdqwhlabekmhopctyxijsaovptuikabezhikmnoptyxiga')) as said) s) m
  where m.local <> '' and m.host <> ''
$$;

COMMENT ON FUNCTION app.normalised_mailbox(email text) IS 'The mailbox behind an address in one spelling; null for what is no address.';

CREATE FUNCTION app.note_dispatch(booking_id uuid, note text) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  update public.bookings b set dispatch_note = note_dispatch.note
  where b.id = note_dispatch.booking_id and b.dispatch_note is distinct from note_dispatch.note
$$;

CREATE FUNCTION app.note_on_driver(booking public.bookings, driver_id uuid, is_on_duty boolean, seen_at timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select case
    when exists (select 1 from public.booking_offers o where o.booking_id = (booking).id and o.driver_id = note_on_driver.driver_id
      and o.status in ('declined', 'accepted')) then 'declined'
    when not is_on_duty then 'off_duty'
    when app.is_busy(note_on_driver.driver_id) then 'busy'
    when seen_at is null or seen_at <= app.now() - interval '60 seconds' then 'stale_position'
    when exists (select 1 from public.booking_offers o where o.booking_id = (booking).id and o.driver_id = note_on_driver.driver_id
      and o.status = 'lapsed' and o.expires_at > app.now() - interval '2 minutes') then 'lapsed' end
$$;

COMMENT ON FUNCTION app.note_on_driver(booking public.bookings, driver_id uuid, is_on_duty boolean, seen_at timestamp with time zone) IS 'What speaks against a driver whom the desk may ask all the same; null for nothing.';

CREATE FUNCTION app.note_payout_change(user_id uuid, what text) RETURNS timestamp with time zone
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  insert into app.payout_changes as c (user_id, what) values (note_payout_change.user_id, note_payout_change.what)
  on conflict on constraint payout_changes_pkey do update set at = app.now();
  return app.payout_waits_until(note_payout_change.user_id);
end $$;

CREATE FUNCTION app.notice_params(booking public.bookings) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select jsonb_strip_nulls(jsonb_build_object('reference', booking.reference, 'driver', booking.driver_name,
    'vehicle_number', booking.vehicle_number, 'pickup', booking.pickup_address, 'drop', booking.drop_address,
    'trip_at', booking.trip_at, 'trip_cost', booking.trip_cost))
$$;

CREATE FUNCTION app.notice_screen(key text, booking_id uuid) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case
    when key ~ '^(wallet|withdrawal|referral|refund|tip|bonus|payout)' then 'Wallet'
    when key ~ '^(document|profile|account|bank|contact)' then 'Profile'
    when key ~ '^trip_(offered|assigned|withdrawn)' then 'DriverTrips'
    when key ~ '^chat' then 'onlineChat'
    when booking_id is not null then 'BookedCab'
  end
$$;

CREATE FUNCTION app.notify(user_id uuid, key text, params jsonb DEFAULT '{}'::jsonb, booking_id uuid DEFAULT NULL::uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_screen text := app.notice_screen(notify.key, notify.booking_id);
begin
  -- A past that is played (app.quiet: on) has nobody to tell; of its last days (kept) notices stay and nothing leaves.
  if current_setting('app.quiet', true) = 'on' then return; end if;
  -- Telling must never undo what is told: nobody to tell is no error.
  if notify.user_id is null or not exists (select 1 from public.profiles p where p.id = notify.user_id) then return; end if;
  insert into public.notices (user_id, key, params, screen, booking_id)
  values (notify.user_id, notify.key, coalesce(notify.params, '{}'), v_screen, notify.booking_id);
  perform app.queue_push(notify.user_id,
    case v_screen when 'Wallet' then 'wallet' when 'onlineChat' then 'chat' else 'trips' end,
    jsonb_build_object('title', notify.key || '.title', 'msg', notify.key || '.text', 'params', coalesce(notify.params, '{}'),
      'screen', v_screen, 'booking_id', notify.booking_id));
end $$;

COMMENT ON FUNCTION app.notify(user_id uuid, key text, params jsonb, booking_id uuid) IS 'Tells a person something: a notice, and a push to each of their devices. key: docs/notifications.md.';

CREATE FUNCTION app.notify_cancelled(was public.bookings, booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_params jsonb := app.notice_params(was) || jsonb_strip_nulls(jsonb_build_object('by', booking.cancelled_by,
  'reason', booking.reason, 'fee', nullif(booking.cancellation_fee, 0)));
begin
  if was.driver_id is not null and was.status in ('ACCEPTED', 'ARRIVED') then
    perform app.notify(booking.customer_id, 'booking_cancelled', v_params, booking.id);
    perform app.notify(was.driver_id, 'trip_cancelled', v_params - 'fee', booking.id);
  elsif booking.reason = 'no_driver_available' then
    perform app.notify(booking.customer_id, 'no_driver_found', v_params, booking.id);
  -- Riders know what they did themselves.
  elsif booking.cancelled_by <> 'rider' then
    perform app.notify(booking.customer_id, 'booking_cancelled', v_params, booking.id);
  end if;
end $$;

CREATE FUNCTION app.notify_created(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.notify((booking).customer_id, 'booking_made', app.notice_params(booking), (booking).id);
end $$;

COMMENT ON FUNCTION app.notify_created(booking public.bookings) IS 'Tells a rider of a booking that the desk made.';

CREATE FUNCTION app.notify_move(was public.bookings, booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_params jsonb := app.notice_params(booking);
begin
  case
    when (booking).status = 'NEW' and (was).status = 'PAYMENT_PENDING' then perform app.notify((booking).customer_id, 'booking_paid', v_params, (booking).id);
    when (booking).status = 'NEW' then perform app.notify((booking).customer_id, 'driver_gave_back', app.notice_params(was), (booking).id);
    when (booking).status = 'ACCEPTED' then perform app.notify((booking).customer_id, 'driver_accepted', v_params, (booking).id);
    when (booking).status = 'ARRIVED' then perform app.notify((booking).customer_id, 'driver_near', v_params, (booking).id);
    when (booking).status = 'STARTED' then
      perform app.notify((booking).customer_id, 'trip_started', v_params, (booking).id);
      perform app.text_code(booking);
    when (booking).status = 'REACHED' then perform app.notify((booking).customer_id, 'trip_complete', v_params, (booking).id);
    -- Cash goes from hand to hand; else the rider has something to do.
    when (booking).status = 'PENDING' and (booking).payment_mode <> 'cash' then
      perform app.notify((booking).customer_id, 'payment_due', v_params || jsonb_build_object('amount', (booking).payable_amount), (booking).id);
    when (booking).status = 'PAID' then
      perform app.notify((booking).customer_id, 'payment_done', v_params, (booking).id);
      perform app.notify((booking).driver_id, 'trip_paid', v_params, (booking).id);
    when (booking).status = 'CANCELLED' then perform app.notify_cancelled(was, booking);
    else null;
  end case;
end $$;

COMMENT ON FUNCTION app.notify_move(was public.bookings, booking public.bookings) IS 'Tells rider and driver what the new status means for them.';

CREATE FUNCTION app.number_core(number text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $$
  select nullif(ltrim(regexp_replace(replace(number_core.number, '(0)', ''), '[^0-9]', '', 'g'), '0'), '')
$$;

COMMENT ON FUNCTION app.number_core(number text) IS 'The digits of a phone number without zeros before it; null without any.';

CREATE FUNCTION app.number_of(value jsonb) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $$
  select case when jsonb_typeof(value) = 'number' then round(least(greatest((value #>> '{}')::numeric, -1e6), 1e6), 12)::double precision end
$$;

CREATE FUNCTION app.number_or_null(value jsonb) RETURNS numeric
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return btrim(value #>> '{}')::numeric;
exception when data_exception then
  return null;
end $$;

CREATE FUNCTION app.on_line(polyline text, lat double precision, lng double precision, driven_m double precision DEFAULT NULL::double precision, least_m double precision DEFAULT 0) RETURNS TABLE(along_m double precision, off_m double precision, length_m double precision)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
declare
  v_line extensions.geometry := app.flat_line(on_line.polyline, on_line.lat, on_line.lng);
  v_point extensions.geometry := app.flat_point(on_line.lat, on_line.lng);
  v_rest extensions.geometry;
  v_near extensions.geometry;
  v_from double precision;
  v_begin double precision;
  v_end double precision := 1;
begin
  length_m := 111195 * extensions.st_length(v_line);
  if coalesce(length_m, 0) = 0 then return; end if;
  v_from := greatest(0, least(1, on_line.least_m / length_m));
  v_rest := extensions.st_linesubstring(v_line, v_from, 1);
  if on_line.driven_m is not null then
    v_begin := greatest(v_from, least(1, (0.8 * on_line.driven_m - 300) / length_m));
    v_end := greatest(v_begin, least(1, (1.25 * on_line.driven_m + 300) / length_m));
    v_near := extensions.st_linesubstring(v_line, v_begin, v_end);
    if 111195 * (extensions.st_distance(v_near, v_point) - extensions.st_distance(v_rest, v_point)) <= 25 then
      v_rest := v_near;
      v_from := v_begin;
    else
      v_end := 1;
    end if;
  end if;
  off_m := 111195 * extensions.st_distance(v_rest, v_point);
  along_m := length_m * (v_from + (v_end - v_from) * case when extensions.st_npoints(v_rest) < 2 or extensions.st_length(v_rest) = 0 then 0
    else extensions.st_linelocatepoint(v_rest, v_point) end);
  return next;
end $$;

COMMENT ON FUNCTION app.on_line(polyline text, lat double precision, lng double precision, driven_m double precision, least_m double precision) IS 'The place of a point on an encoded polyline (precision 5): {along_m, off_m, length_m}, not before least_m, about where driven_m says; nothing for an empty line.';

CREATE FUNCTION app.on_way(booking public.bookings, lat double precision, lng double precision) RETURNS TABLE(along_m double precision, off_m double precision, length_m double precision)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
declare
  v_least_m double precision := (select coalesce(max(s.along_m), 0) from public.booking_stops s where s.booking_id = (booking).id and s.arrived_at is not null);
  v_driven_m double precision := 1000 * (app.meter_trip(booking) ->> 'distance_km')::double precision;
begin
  if (booking).returning_at is null then
    return query select l.* from app.on_line((booking).polyline, on_way.lat, on_way.lng, v_driven_m, v_least_m) l;
  end if;
end $$;

CREATE FUNCTION app.one_person_total(kind text, admin_id uuid, user_id uuid) RETURNS numeric
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select greatest(
    coalesce(sum(d.amount) filter (where d.actor_id = one_person_total.admin_id), 0),
    coalesce(sum(d.amount) filter (where d.user_id = one_person_total.user_id), 0))
  from (
    select l.actor_id, app.uuid_of(l.after ->> 'user_id') as user_id, (l.after ->> 'amount')::numeric as amount from public.audit_log l
    where l.at > app.now() - interval '1 day' and l.action = any (case one_person_total.kind when 'payout' then '{complete_withdrawal}'::text[] else '{add_to_wallet,refund_booking}' end)
    union all
    select a.decided_by, a.user_id, -a.amount from public.approvals a where a.status = 'approved' and a.decided_at > app.now() - interval '1 day'
      and a.kind = any (case one_person_total.kind when 'payout' then '{payout}'::text[] else '{credit,refund}' end)) d
$$;

CREATE FUNCTION app.open_amount(booking public.bookings) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select (booking).payable_amount - (booking).cash_rounding
$$;

COMMENT ON FUNCTION app.open_amount(booking public.bookings) IS 'What is left to pay, before cash is rounded.';

CREATE FUNCTION app.open_trips(user_id uuid) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'reference', b.reference, 'status', b.status, 'trip_at', b.trip_at, 'book_later', b.book_later,
    'pickup_address', b.pickup_address, 'driver_name', b.driver_name, 'promised_at', b.promised_at) order by b.trip_at, b.id), '[]')
  from (select o.* from public.bookings o where o.customer_id = open_trips.user_id order by o.created_at desc, o.id limit 100) b
  where b.status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
$$;

CREATE FUNCTION app.options_of(booking public.bookings, me public.profiles, by_role text) RETURNS text[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce(array_agg(o.action order by o.place), '{}') from (values
    (1, 'cancel', by_role in ('rider', 'driver', 'admin') and app.can_cancel(booking, by_role) and not (by_role = 'driver' and app.is_demo())),
    (2, 'no_show', by_role = 'driver' and (me).approved and (booking).status = 'ARRIVED' and app.wait_ends(booking) <= app.now()),
    (3, 'chat', by_role in ('rider', 'driver') and (me).approved and app.is_chat_open(booking)),
    (4, 'assign', by_role = 'admin' and (booking).status = 'NEW' and not app.is_being_asked(booking)),
    (5, 'override_code', by_role = 'admin' and not app.is_demo() and (booking).otp_secure and app.asks_for_code(booking)
      and app.is_code_locked((booking).id, (booking).driver_id)
      and not exists (select 1 from app.code_overrides c where c.booking_id = (booking).id and c.driver_id = (booking).driver_id)),
    (6, 'end_trip', by_role = 'admin' and (booking).status = 'STARTED'),
    (7, 'pay_with_wallet', by_role = 'rider' and (booking).status in ('PAYMENT_PENDING', 'PENDING') and not (booking).prepaid),
    (8, 'confirm_cash', (booking).status = 'PENDING' and case by_role
      when 'driver' then (booking).payment_mode <> 'card'
      when 'admin' then app.holds('cash') and not app.is_demo() and (me).id not in ((booking).customer_id, (booking).driver_id)
      else false end),
    (9, 'share', by_role = 'rider' and app.can_share(booking)),
    (10, 'unshare', by_role = 'rider' and app.is_shared(booking)),
    (11, 'withdraw_offer', by_role = 'admin' and (booking).status = 'NEW' and app.desk_offer_open((booking).id)),
    (12, 'change_route', by_role = 'admin' and (booking).status in ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED')
      and not (booking).prepaid and (booking).returning_at is null),
    (13, 'return_to_sender', by_role = 'admin' and (booking).category = 'delivery' and (booking).status = 'STARTED' and (booking).returning_at is null),
    (14, 'message_driver', by_role = 'admin' and not app.is_demo() and app.can_message_driver(booking)),
    -- Money has permissions of its own, which who only looks on at bookings may hold.
    (15, 'add_extra', (me).usertype = 'admin' and not app.is_demo() and app.holds('fares') and (booking).status in ('ARRIVED', 'STARTED')
      and (booking).category = 'taxi' and not (booking).prepaid),
    (16, 'remove_extra', (me).usertype = 'admin' and not app.is_demo() and app.holds('fares') and (booking).status in ('ARRIVED', 'STARTED', 'PENDING')
      and exists (select 1 from public.booking_extras x where x.booking_id = (booking).id and x.removed_at is null)),
    (17, 'refund', (me).usertype = 'admin' and not app.is_demo() and app.holds('refund') and (booking).status in ('PAID', 'COMPLETE')
      and (me).id <> (booking).customer_id and app.refundable(booking) > 0)) o (place, action, may)
  where o.may
$$;

CREATE FUNCTION app.order_sql(by text, id text, forth boolean, is_time boolean) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select format('%s%s, %s%s', by, case when forth then '' else ' desc' end, id, case when forth = is_time then ' desc' else '' end)
$$;

CREATE FUNCTION app.other_selves(user_id uuid) RETURNS SETOF uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select distinct k.user_id from (
    select h.hash from auth.users u cross join lateral app.contact_hashes(u.email, u.phone) h (hash) where u.id = other_selves.user_id
    union select o.hash from app.known_contacts o where o.user_id = other_selves.user_id) mine
  join app.known_contacts k on k.hash = mine.hash where k.user_id <> other_selves.user_id
$$;

COMMENT ON FUNCTION app.other_selves(user_id uuid) IS 'Other accounts, living or deleted, that proved a mailbox or number of this one.';

CREATE FUNCTION app.outbox_format() RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select jsonb_build_object('symbol', s.symbol, 'swipe_symbol', s.swipe_symbol, 'decimal', s."decimal", 'time_zone', s.time_zone)
  from public.settings s where s.id = 1
$$;

CREATE FUNCTION app.override_note(booking public.bookings) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select 'start_code_overridden' from app.code_overrides o
  where o.booking_id = (booking).id and o.driver_id = (booking).driver_id and o.used_at is not null
$$;

CREATE TABLE app.sign_ups (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    facts jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL
);

COMMENT ON TABLE app.sign_ups IS 'Forms of people who sign up, for seven days. Anybody may fill one in for any address, so by itself it makes no account and says nothing of anybody.';

COMMENT ON COLUMN app.sign_ups.id IS 'Random, known to whoever filled the form in: nobody else finishes it.';

COMMENT ON COLUMN app.sign_ups.facts IS '{usertype, first_name, last_name, email, mobile, referral_id} and of drivers {car_type_id, vehicle_make, vehicle_model, vehicle_color, vehicle_number}.';

CREATE FUNCTION app.own_sign_up(sign_up_id uuid, user_id uuid) RETURNS app.sign_ups
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select s.* from app.sign_ups s join auth.users u on u.id = own_sign_up.user_id
  where s.id = own_sign_up.sign_up_id and s.created_at > app.now() - interval '7 days'
    and (u.email_confirmed_at is not null and lower(u.email) = app.email_of(s.facts ->> 'email')
      or u.phone_confirmed_at is not null and u.phone = regexp_replace(app.mobile_of(s.facts ->> 'mobile'), '[^0-9]', '', 'g'))
$$;

CREATE FUNCTION app.paid_before(booking public.bookings) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case when (booking).prepaid then greatest((booking).customer_paid, (booking).trip_cost - (booking).discount_amount)
    else (booking).customer_paid end
$$;

CREATE FUNCTION app.papers_of(driver_id uuid, OUT papers text, OUT until date) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select case when bool_or(k.pending) then 'pending' when bool_or(k.until < app.today()) then 'expired' when bool_or(k.rejected and k.until is null) then 'rejected'
      when bool_or(k.until < app.today() + 14) then 'expiring' when bool_or(k.until is not null) then 'verified' else 'missing' end, min(k.until)
  from (select bool_or(d.status = 'pending') as pending, bool_or(d.status = 'rejected') as rejected, max(d.expires_on) filter (where d.status = 'verified') as until
    from public.driver_documents d where d.driver_id = papers_of.driver_id group by d.kind) k
$$;

COMMENT ON FUNCTION app.papers_of(driver_id uuid, OUT papers text, OUT until date) IS 'The state of a driver''s papers, the one that needs somebody first, and the day on which the first of them ends.';

CREATE FUNCTION app.park_silent_drivers() RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  update public.driver_positions p set pt = null, away_pt = app.anchor(p.lat, p.lng)
  where p.driver_id in (select s.driver_id from public.driver_positions s
    where s.pt is not null and s.updated_at < app.now() - interval '5 minutes' order by s.driver_id limit 5000 for no key update skip locked)
$$;

CREATE FUNCTION app.passed_over(booking public.bookings) RETURNS TABLE(driver_id uuid, distance_km numeric, reason text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
declare
  v_radius_m double precision := app.radius_m();
  v_now timestamptz := app.now();
begin
  return query
  with seen as (
    select f.driver_id, f.lat, f.lng, f.updated_at from public.car_types c
    cross join lateral (
      select p.* from public.driver_positions p
      where p.car_type = c.id and p.pt is not null
        and p.pt operator(pg_catalog.<@) app.box_around(app.search_point(c.id, (booking).pickup_lat, (booking).pickup_lng), (booking).pickup_lat, v_radius_m)
      order by p.pt operator(pg_catalog.<->) app.search_point(c.id, (booking).pickup_lat, (booking).pickup_lng)
      limit case when c.id = (booking).car_type_id then 50 else 10 end) f
    union all
    select a.driver_id, a.lat, a.lng, a.updated_at from (
      select p.* from public.driver_positions p
      where p.away_pt is not null
        and p.away_pt operator(pg_catalog.<@) app.box_around(app.anchor((booking).pickup_lat, (booking).pickup_lng), (booking).pickup_lat, v_radius_m, 500)
      order by p.away_pt operator(pg_catalog.<->) app.anchor((booking).pickup_lat, (booking).pickup_lng) limit 50) a
  )
  select j.id, round((j.m / 1000)::numeric, 2), j.reason from (
    select d.id, m.m, case
      when d.car_type_id is distinct from (booking).car_type_id then 'other_car_type'
      when not pr.approved or pr.usertype <> 'driver' then 'not_approved'
      when not d.driver_active_status then 'off_duty'
      when app.is_busy(d.id) then 'busy'
      when s.updated_at <= v_now - interval '60 seconds' then 'stale_position' end as reason
    from seen s
    join public.drivers d on d.id = s.driver_id
    join public.profiles pr on pr.id = s.driver_id
    cross join lateral (select app.distance_m((booking).pickup_lat, (booking).pickup_lng, s.lat, s.lng) as m) m
    -- Who went home hours ago was nobody's driver; who is on duty and silent should know.
    where m.m <= v_radius_m and (d.driver_active_status or s.updated_at > v_now - interval '1 hour')
    offset 0) j
  where j.reason is not null;
end $$;

CREATE FUNCTION app.pay_referral(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_referrer uuid := app.due_referrer(booking);
  v_bonus numeric := (select round(s.bonus, s."decimal") from public.settings s where s.id = 1);
begin
  if v_referrer is null or v_bonus <= 0 then return; end if;
  insert into app.referrals (referred_id, referrer_id, driver_id, booking_id, amount)
  values ((booking).customer_id, v_referrer, (booking).driver_id, (booking).id, v_bonus);
  begin
    insert into app.referred_contacts (hash, referred_id)
    select k.hash, k.user_id from app.known_contacts k where k.user_id = (booking).customer_id order by k.hash;
  exception when unique_violation then
    delete from app.referrals f where f.referred_id = (booking).customer_id;
    return;
  end;
  perform app.post_ledger('referral', 'referral:' || (booking).customer_id, null, jsonb_build_array(
    app.entry('bonus:' || (booking).customer_id, v_bonus), app.entry('bonus:' || v_referrer, v_bonus),
    app.entry('expense.referral', -2 * v_bonus)));
  perform app.notify((booking).customer_id, 'referral_paid', jsonb_build_object('amount', v_bonus)),
    app.notify(v_referrer, 'referral_paid', jsonb_build_object('amount', v_bonus));
end $$;

COMMENT ON FUNCTION app.pay_referral(booking public.bookings) IS 'Pays the bonus to both sides if this booking is the first that a referred rider paid and that meets the minimums.';

CREATE TABLE app.fee_debts (
    booking_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    fee numeric NOT NULL,
    unpaid numeric NOT NULL,
    percent numeric NOT NULL,
    at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT fee_debts_fee_check CHECK (((fee > (0)::numeric) AND (fee < '1000000000000'::numeric))),
    CONSTRAINT fee_debts_percent_check CHECK (((percent > (0)::numeric) AND (percent <= (100)::numeric))),
    CONSTRAINT fee_debts_unpaid CHECK (((unpaid > (0)::numeric) AND (unpaid <= fee)))
);

COMMENT ON TABLE app.fee_debts IS 'Fees that a rider has not paid in full. An invented rider never pays, so the driver''s part follows the money.';

COMMENT ON COLUMN app.fee_debts.unpaid IS 'What the rider''s wallet did not cover so far.';

COMMENT ON COLUMN app.fee_debts.percent IS 'settings.cancellation_driver_percent when the fee was charged.';

CREATE FUNCTION app.pay_share(debt app.fee_debts, paid numeric) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_places integer := (select s."decimal" from public.settings s where s.id = 1);
  v_before numeric := (debt).fee - (debt).unpaid;
  v_share numeric := round((v_before + pay_share.paid) * (debt).percent / 100, v_places) - round(v_before * (debt).percent / 100, v_places);
  v_booking public.bookings;
  e public.earnings_months;
begin
  select b.* into v_booking from public.bookings b where b.id = (debt).booking_id;
  if v_share = 0 or app.has_left(v_booking.driver_id) then return; end if;
  perform app.post_ledger('cancellation_share', format('cancellation_share:%s:%s', v_booking.id, v_before + pay_share.paid), v_booking.id,
    jsonb_build_array(app.entry('wallet:' || v_booking.driver_id, v_share), app.entry('revenue.cancellation', -v_share)));
  e := app.no_earnings(v_booking, app.now());
  e.cancellation_share := v_share;
  perform app.add_earnings(v_booking.id, app.now(), e);
end $$;

CREATE FUNCTION app.payout_waits_until(user_id uuid) RETURNS timestamp with time zone
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select max(c.at) + make_interval(hours => (select s.bank_change_hours from public.settings s where s.id = 1))
  from app.payout_changes c where c.user_id = payout_waits_until.user_id
$$;

CREATE FUNCTION app.people_called(typed text) RETURNS TABLE(id uuid, is_whole boolean)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 10
    SET search_path TO ''
    AS $$
declare
  v_core text := app.number_core(left(people_called.typed, 60));
  v_end text := reverse(v_core);
begin
  if v_core is null or length(v_core) < 4 then return; end if;
  return query with called as (
    (select p.id, length(v_core) >= 7 as is_whole, p.mobile, p.mobile_verified from public.profiles p where p.usertype <> 'admin'
      and reverse(app.number_core(p.mobile)) ~>=~ v_end and reverse(app.number_core(p.mobile)) ~<~ (v_end || ':')
      order by reverse(app.number_core(p.mobile)) using ~<~ limit 20)
    union all (select p.id, true, p.mobile, p.mobile_verified from public.profiles p where p.usertype <> 'admin'
      and app.number_core(p.mobile) = any (array(select right(v_core, n) from generate_series(7, length(v_core)) n)) limit 20)
    union all (select p.id, false, p.mobile, p.mobile_verified from public.profiles p where p.usertype <> 'admin'
      and app.number_core(p.mobile) ~>=~ v_core and app.number_core(p.mobile) ~<~ (v_core || ':')
      order by app.number_core(p.mobile) using ~<~ limit 20))
  -- A number that somebody else has proved is not found under a name that only claims it.
  select c.id, bool_or(c.is_whole) from called c
  where c.mobile_verified or not exists (select 1 from public.profiles o where o.mobile_verified and o.id <> c.id
    and app.number_core(o.mobile) = app.number_core(c.mobile))
  group by c.id;
end $$;

COMMENT ON FUNCTION app.people_called(typed text) IS 'Whose number a text could be: the whole of it, however its country is written, or from four digits on how it begins or ends.';

CREATE FUNCTION app.permission_for(kind text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case kind when 'payout' then 'payouts' else kind end
$$;

CREATE FUNCTION app.person_invalid(said text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  raise sqlstate 'PT422' using message = 'person_invalid', hint = said;
end $$;

CREATE FUNCTION app.person_row(user_id uuid) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce(to_jsonb(d), '{}') || to_jsonb(p) - 'approved' - 'driver_active_status'
  from public.profiles p left join public.drivers d on d.id = p.id where p.id = person_row.user_id
$$;

CREATE FUNCTION app.pickup_median() RETURNS interval
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select interval '1 second' * case when count(*) < 5 then 480 else percentile_cont(0.5) within group (order by extract(epoch from r.arrived_at - r.created_at)) end
  from (select b.arrived_at, b.created_at from public.bookings b
    where b.created_at > app.now() - interval '24 hours' and b.arrived_at is not null and not b.book_later order by b.created_at desc limit 200) r
$$;

COMMENT ON FUNCTION app.pickup_median() IS 'How long bookings for now waited for their car lately; 8 minutes where there were fewer than five.';

CREATE FUNCTION app.pickup_secs(distance_km double precision) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $$
  select (60 + pickup_secs.distance_km * 1.35 / 28 * 3600)::integer
$$;

COMMENT ON FUNCTION app.pickup_secs(distance_km double precision) IS 'Seconds until a car this far away stands at the pickup: a guess for choosing a car, never part of a price.';

CREATE FUNCTION app.place_of(choices jsonb, chosen jsonb) RETURNS integer
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select min(c.place)::integer - 1 from jsonb_array_elements(choices) with ordinality c (choice, place) where c.choice = chosen
$$;

CREATE FUNCTION app.place_stops(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_least_m double precision := 0;
  s record;
begin
  for s in select p.position, p.lat, p.lng from public.booking_stops p where p.booking_id = (booking).id order by p.position loop
    v_least_m := app.first_pass_m((booking).polyline, s.lat, s.lng, v_least_m);
    update public.booking_stops p set along_m = v_least_m where p.booking_id = (booking).id and p.position = s.position;
    v_least_m := coalesce(v_least_m, 0);
  end loop;
end $$;

COMMENT ON FUNCTION app.place_stops(booking public.bookings) IS 'Finds the stops of a booking on its way.';

CREATE FUNCTION app.places_ahead(booking public.bookings) RETURNS TABLE(n integer, kind text, lat double precision, lng double precision, add text)
    LANGUAGE sql STABLE SECURITY DEFINER ROWS 3
    SET search_path TO ''
    AS $$
  select 0, 'pickup', (booking).pickup_lat, (booking).pickup_lng, (booking).pickup_address where (booking).status in ('NEW', 'ACCEPTED')
  union all
  select s.position, 'stop', s.lat, s.lng, s.address from public.booking_stops s
  where s.booking_id = (booking).id and s.arrived_at is null and (booking).returning_at is null
  union all
  select 1000, 'drop', (booking).drop_lat, (booking).drop_lng, (booking).drop_address where (booking).status in ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED')
  order by 1
$$;

COMMENT ON FUNCTION app.places_ahead(booking public.bookings) IS 'The places that a trip has not come to yet, in order.';

CREATE FUNCTION app.plain(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $$
  select btrim(replace(app.plain_lines(plain.value), E'\n', ' '))
$$;

COMMENT ON FUNCTION app.plain(value text) IS 'A text of one line without control characters, overrides of its direction and what nobody sees.';

CREATE FUNCTION app.plain_lines(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $$
  select app.visible(regexp_replace(regexp_replace(replace(value, E'\r\n', E'\n'), '[\u0001-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029]+', ' ', 'g'),
    '[\u202A-\u202E\u2066-\u2069]', '', 'g'))
$$;

COMMENT ON FUNCTION app.plain_lines(value text) IS 'A text without control characters, overrides of its direction and what nobody sees; lines stay.';

CREATE FUNCTION app.plain_name(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $_$
  select regexp_replace(regexp_replace(regexp_replace(app.plain(normalize(plain_name.value, nfkc)), '[\u061C\u200E\u200F\uFE00-\uFE0F]', '', 'g'),
    '(^|[^\u0600-\u0DFF\u1000-\u109F\u1780-\u18AF])[\u200C\u200D]+', '\1', 'g'), '[\u200C\u200D]+($|[^\u0600-\u0DFF\u1000-\u109F\u1780-\u18AF])', '\1', 'g')
$_$;

COMMENT ON FUNCTION app.plain_name(value text) IS 'A person''s name without anything invisible.';

CREATE FUNCTION app.plane_of(car_type uuid) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select get_byte(uuid_send(car_type), 14) * 256 + get_byte(uuid_send(car_type), 15)
$$;

CREATE TABLE app.earnings_totals (
    month date NOT NULL,
    rides integer NOT NULL,
    trip_cost numeric NOT NULL,
    ride_cost numeric NOT NULL,
    driver_share numeric NOT NULL,
    convenience_fees numeric NOT NULL,
    discount_amount numeric NOT NULL,
    cancellations integer NOT NULL,
    cancellation_fee numeric NOT NULL,
    free_ride_discounts numeric NOT NULL,
    cancellation_share numeric NOT NULL
);

COMMENT ON TABLE app.earnings_totals IS 'Sums of earnings_months for every month up to the last one here. What comes later is summed when it is asked for.';

CREATE FUNCTION app.platform_months() RETURNS SETOF app.earnings_totals
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select t.* from app.earnings_totals t
  union all
  select m.month, sum(m.rides)::integer, sum(m.trip_cost), sum(m.ride_cost), sum(m.driver_share), sum(m.convenience_fees),
    sum(m.discount_amount), sum(m.cancellations)::integer, sum(m.cancellation_fee), sum(m.free_ride_discounts),
    sum(m.cancellation_share)
  from public.earnings_months m
  where m.month > coalesce((select max(t.month) from app.earnings_totals t), '-infinity')
  group by m.month
$$;

COMMENT ON FUNCTION app.platform_months() IS 'Earnings of the platform by month.';

CREATE FUNCTION app.point_of(place jsonb) RETURNS extensions.geometry
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select extensions.st_setsrid(extensions.st_makepoint((place ->> 'lng')::double precision, (place ->> 'lat')::double precision), 4326)
$$;

CREATE FUNCTION app.post_ledger(kind text, idempotency_key text, booking_id uuid, entries jsonb) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_id bigint;
  v_entry record;
  v_sum numeric := (select coalesce(sum((e ->> 'amount')::numeric), 0) from jsonb_array_elements(post_ledger.entries) e);
begin
  if v_sum <> 0 then
    raise check_violation using message = format('ledger entries of %s are off by %s', post_ledger.idempotency_key, v_sum);
  end if;
  -- Wallets before the key: a caller that locked them already cannot then wait for somebody who waits for it.
  perform app.lock_wallets(variadic array(select split_part(e ->> 'account', ':', 2)::uuid
    from jsonb_array_elements(post_ledger.entries) e where split_part(e ->> 'account', ':', 1) in ('wallet', 'bonus')));
  insert into public.ledger_transactions (kind, booking_id, idempotency_key)
  values (post_ledger.kind, post_ledger.booking_id, post_ledger.idempotency_key)
  on conflict on constraint ledger_transactions_idempotency_key_key do nothing returning id into v_id;
  if v_id is null then
    select t.id into strict v_id from public.ledger_transactions t where t.idempotency_key = post_ledger.idempotency_key;
    return v_id;
  end if;
  for v_entry in
    select e ->> 'account' as account, (e ->> 'amount')::numeric as amount
    from jsonb_array_elements(post_ledger.entries) with ordinality as n (e, place)
    where (e ->> 'amount')::numeric <> 0 order by place
  loop
    insert into public.ledger_entries (transaction_id, account_id, amount)
    values (v_id, app.ledger_account(v_entry.account), v_entry.amount);
  end loop;
  return v_id;
end $$;

COMMENT ON FUNCTION app.post_ledger(kind text, idempotency_key text, booking_id uuid, entries jsonb) IS 'Moves money. entries: [{account, amount}] adding up to zero, by app.entry; amounts of zero are left out. A repeated key answers the first transaction and moves nothing.';

CREATE FUNCTION app.price_route(car public.car_types, quote jsonb, at timestamp with time zone) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_rule jsonb := app.fare_rule((car).id)
    || app.zone_rule((car).id, quote -> 'pickup', quote -> 'drop', nullif(quote -> 'waypoints', 'null'))
    || app.window_rule((car).id, coalesce(price_route.at, app.now()));
  v_inputs jsonb := jsonb_strip_nulls(jsonb_build_object(
    'distance_km', round((quote ->> 'distance_in_km')::numeric, 3), 'secs', round((quote ->> 'time_in_secs')::numeric),
    'parcel_type', app.chosen((car).parcel_types, quote -> 'parcel_type_index'),
    'option', app.chosen((car).options, quote -> 'option_index')));
begin
  return jsonb_build_object('rule', v_rule, 'inputs', v_inputs, 'fare', app.compute_fare(v_rule, v_inputs));
end $$;

COMMENT ON FUNCTION app.price_route(car public.car_types, quote jsonb, at timestamp with time zone) IS 'Prices a route for a car: {rule, inputs, fare}. Errors: select_proper, zone_no_service.';

CREATE FUNCTION app.progress(booking public.bookings) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_next record;
  v_car record;
  v_along_m double precision;
  v_off_m double precision;
  v_length_m double precision;
  v_next_m double precision;
  v_left_m double precision;
  v_secs double precision;
  v_speed double precision := app.quoted_mps((booking).estimate_distance, (booking).estimate_time);
  v_pace double precision := 1;
  v_share double precision;
  v_off boolean := true;
begin
  select p.* into v_next from app.places_ahead(booking) p order by p.n limit 1;
  if v_next.kind is null or (booking).driver_id is null or (booking).status not in ('ACCEPTED', 'ARRIVED', 'STARTED') then return null; end if;
  select p.lat, p.lng, coalesce(p.accuracy, 0) as accuracy, p.updated_at into v_car from public.driver_positions p
  where p.driver_id = (booking).driver_id and (booking).engaged_at is not null;
  if v_car.lat is null then return jsonb_build_object('to', v_next.kind); end if;
  v_next_m := app.distance_m(v_car.lat, v_car.lng, v_next.lat, v_next.lng);
  v_left_m := app.beeline_m(booking, v_car.lat, v_car.lng, case (booking).status when 'ACCEPTED' then 'pickup' else 'drop' end);
  v_secs := v_left_m / v_speed;
  if (booking).status = 'STARTED' then
    select w.along_m, w.off_m, w.length_m into v_along_m, v_off_m, v_length_m from app.on_way(booking, v_car.lat, v_car.lng) w;
    v_off := coalesce(app.is_off(v_off_m, v_car.accuracy), true);
  end if;
  if not v_off then
    v_share := v_along_m / greatest(v_length_m, 1);
    -- Who was held up will be again: what the way took so far counts the more, the more of it there was.
    if v_share * (booking).estimate_time > 60 then
      v_pace := 1 + least(1, 2 * v_share) * (greatest(0.75, least(2.5,
        extract(epoch from v_car.updated_at - (booking).started_at) / (v_share * (booking).estimate_time))) - 1);
    end if;
    v_left_m := (1 - v_share) * 1000 * (booking).estimate_distance;
    v_secs := (1 - v_share) * (booking).estimate_time * v_pace;
  end if;
  return jsonb_build_object('to', v_next.kind, 'remaining_km', round((v_left_m / 1000)::numeric, 2), 'remaining_secs', round(v_secs),
    'by', case when v_off then 'beeline' else 'way' end, 'at', v_car.updated_at)
    -- What a car was that nobody heard of for two minutes says nothing of when it comes.
    || case when v_car.updated_at > app.now() - interval '2 minutes'
      then jsonb_build_object('eta', v_car.updated_at + v_secs * interval '1 second', 'near', v_next_m <= 300) else '{}' end
    || case when v_share is not null then jsonb_build_object('share', round(v_share::numeric, 3)) else '{}' end
    || case when (booking).status = 'STARTED' and v_off_m is not null
      then jsonb_build_object('off_route', v_off, 'off_route_m', round(v_off_m)) else '{}' end;
end $$;

COMMENT ON FUNCTION app.progress(booking public.bookings) IS 'What trip_progress answers, for one who may see it; null while no car is under way.';

CREATE FUNCTION app.promised_arrival(booking public.bookings) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_km numeric;
  v_at timestamptz;
begin
  if (booking).driver_id is null then return null; end if;
  select o.distance_km into v_km from public.booking_offers o
  where o.booking_id = (booking).id and o.driver_id = (booking).driver_id order by o.created_at desc, o.id desc limit 1;
  v_at := (booking).accepted_at + interval '5 minutes' + greatest(interval '1 minute', coalesce(v_km, 5)::double precision * interval '2 minutes');
  return case when (booking).book_later then greatest(v_at, (booking).trip_at) else v_at end;
end $$;

COMMENT ON FUNCTION app.promised_arrival(booking public.bookings) IS 'By when the driver of an accepted booking is expected at the pickup; null without a driver.';

CREATE FUNCTION app.promo_amount(facts jsonb, trip_cost numeric, places integer) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  -- least() passes over nulls: a maximum that is not set, but without this case a promotion that is none, too.
  select case when facts is null then 0 else greatest(0, least(trip_cost, trunc((facts ->> 'max')::numeric, places), round(case facts ->> 'type'
    when 'percentage' then trip_cost * (facts ->> 'value')::numeric / 100 else (facts ->> 'value')::numeric end, places))) end
$$;

COMMENT ON FUNCTION app.promo_amount(facts jsonb, trip_cost numeric, places integer) IS 'What a promotion takes off a fare: its value or percent of it, rounded half up, never more than its maximum (in whole units of money) or the fare.';

CREATE FUNCTION app.promo_discount(booking_id uuid, trip_cost numeric) RETURNS numeric
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return coalesce((select app.promo_amount(b.promo_details, promo_discount.trip_cost, s."decimal")
    from public.bookings b, public.settings s where b.id = promo_discount.booking_id and b.promo_applied and s.id = 1), 0);
end $$;

COMMENT ON FUNCTION app.promo_discount(booking_id uuid, trip_cost numeric) IS 'What the booking''s promotion, as it stood when it was booked, takes off a final fare; 0 without one.';

CREATE FUNCTION app.promo_facts(promo public.promos) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select jsonb_build_object('promo_id', promo.id, 'code', promo.promo_name, 'type', promo.promo_discount_type,
    'value', promo.promo_discount_value, 'max', nullif(promo.max_promo_discount_value, 0), 'min_order', promo.min_order)
$$;

COMMENT ON FUNCTION app.promo_facts(promo public.promos) IS 'What a booking keeps of a promotion: {promo_id, code, type, value, max, min_order}.';

CREATE FUNCTION app.propose_route(booking public.bookings, quote public.fare_quotes, client_key uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.route_proposals p set status = 'withdrawn', answered_at = app.now() where p.booking_id = (booking).id and p.status = 'open';
  insert into public.route_proposals (booking_id, quote_id, asked_by, trip_cost, drop_address, client_key)
  values ((booking).id, (quote).id, (booking).customer_id, (quote).trip_cost, (quote).drop_address, propose_route.client_key);
  perform app.notify((booking).driver_id, 'route_proposed', jsonb_build_object('reference', (booking).reference,
    'drop', (quote).drop_address, 'fare', (quote).trip_cost, 'before', (booking).trip_cost), (booking).id);
  perform app.tell('booking:' || (booking).id, 'booking', (booking).id);
end $$;

CREATE FUNCTION app.purge() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  -- A second run would wait for the first one's rows, to find them gone.
  if not pg_try_advisory_xact_lock(4842100) then return; end if;
  delete from public.fare_quotes q where q.used_at is null and q.expires_at < app.now() - interval '1 day';
  delete from app.rate_limits r where r.window_start < app.now() - interval '1 day';
  delete from app.known_contacts k using public.profiles p
  where p.id = k.user_id and p.deleted_at is not null and k.at < app.now() - interval '2 years';
  delete from app.known_devices d where d.at < app.now() - interval '1 year';
  delete from app.shown_rows r where r.at < app.now() - interval '1 day';
  perform app.clean_outbox();
  -- Where people were: the trail as long as a fare may be disputed, a search as long as somebody may ask why.
  delete from public.tracking_points t where t.at < app.now() - app.trail_kept()
    and t.id in (select o.id from public.tracking_points o order by o.id limit 100000);
  delete from app.trip_watch w using public.bookings b where b.id = w.booking_id
    and coalesce(b.reached_at, b.cancelled_at) < app.now() - interval '1 day';
  delete from public.dispatch_waves w where w.at < app.now() - interval '90 days'
    and w.id in (select o.id from public.dispatch_waves o order by o.id limit 20000);
  delete from public.booking_offers f where f.created_at < app.now() - interval '90 days' and f.status <> 'open'
    and f.id in (select o.id from public.booking_offers o order by o.id limit 50000);
  delete from public.driver_positions p where p.updated_at < app.now() - interval '30 days'
    and not exists (select 1 from public.bookings b where b.driver_id = p.driver_id and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'));
end $$;

COMMENT ON FUNCTION app.purge() IS 'Forgets quotes and limits of yesterday, positions after 30 days, searches after 90, trails after 180, devices after a year, and what was sent.';

CREATE FUNCTION app.purge_cron_log() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
begin
  if to_regclass('cron.job_run_details') is not null then
    execute 'delete from cron.job_run_details where end_time < $1' using app.now() - interval '7 days';
  end if;
end $_$;

COMMENT ON FUNCTION app.purge_cron_log() IS 'Forgets what jobs did more than a week ago.';

CREATE FUNCTION app.push_channel() RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select case when s.car_horn_repeat then 'bookings-repeat' else 'bookings' end from public.settings s where s.id = 1
$$;

CREATE FUNCTION app.put_route(booking public.bookings, quote public.fare_quotes) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_booking public.bookings;
  v_kept app.fare_quote_rules;
  v_discount numeric := app.promo_discount((booking).id, (quote).trip_cost);
  v_rounding numeric := case when (booking).payment_mode = 'cash' then app.cash_rounding((quote).trip_cost - v_discount, (quote).cash_unit) else 0 end;
begin
  select k.* into v_kept from app.fare_quote_rules k where k.quote_id = (quote).id;
  update public.booking_finances f set rule = v_kept.rule, quote_inputs = v_kept.inputs, quote_fare = v_kept.fare,
    ride_cost = (v_kept.fare ->> 'ride_cost')::numeric, driver_share = (v_kept.fare ->> 'driver_share')::numeric,
    convenience_fees = (v_kept.fare ->> 'convenience_fees')::numeric
  where f.booking_id = (booking).id;
  update public.bookings b set quote_id = quote.id, drop_lat = quote.drop_lat, drop_lng = quote.drop_lng, drop_address = quote.drop_address, drop_point_name = quote.drop_point_name,
    waypoints = quote.waypoints, polyline = quote.polyline, estimate = quote.trip_cost, estimate_distance = quote.distance_in_km,
    estimate_time = quote.time_in_secs, trip_cost = quote.trip_cost, tax_amount = quote.tax_amount, fare_lines = quote.lines,
    discount_amount = v_discount, cash_rounding = v_rounding, payable_amount = quote.trip_cost - v_discount + v_rounding,
    parcel_type_selected = v_kept.inputs -> 'parcel_type', option_selected = v_kept.inputs -> 'option',
    parcel_type_index = app.place_of(c.parcel_types, v_kept.inputs -> 'parcel_type'), option_index = app.place_of(c.options, v_kept.inputs -> 'option')
  from public.car_types c where b.id = (booking).id and c.id = b.car_type_id returning b.* into v_booking;
  perform app.write_stops(v_booking);
  return v_booking;
end $$;

CREATE FUNCTION app.queue_file_removals(bucket text, paths text[]) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_count integer;
begin
  insert into app.outbox (kind, payload, expires_at)
  select 'file', jsonb_build_object('bucket', queue_file_removals.bucket, 'path', p.path), app.now() + interval '30 days'
  from unnest(queue_file_removals.paths) p (path)
  on conflict do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

COMMENT ON FUNCTION app.queue_file_removals(bucket text, paths text[]) IS 'Queues files to be removed from storage, each once; answers how many were not queued yet.';

CREATE FUNCTION app.queue_orphaned_files() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  -- A logo that is being saved meanwhile is seen as the one in use, or its saving sees that it is queued.
  perform 1 from public.settings s where s.id = 1 for share;
  return app.queue_file_removals('users', array(select o.name from storage.objects o
    where o.bucket_id = 'users' and not exists (select 1 from public.profiles p
      where p.id::text = split_part(o.name, '/', 1) and p.deleted_at is null)
    order by o.name limit 10000))
  + app.queue_file_removals('company', array(select o.name from storage.objects o
    where o.bucket_id = 'company' and o.created_at < app.now() - interval '1 day'
      and o.name not in (select s.logo from public.settings s) order by o.name limit 10000));
end $$;

COMMENT ON FUNCTION app.queue_orphaned_files() IS 'Queues the files of people who left, and logos that have been unused for a day. Cron; doing it twice does nothing more.';

CREATE FUNCTION app.queue_push(user_id uuid, channel text, message jsonb, expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  insert into app.outbox (kind, user_id, payload, expires_at)
  select 'push', t.user_id, queue_push.message || jsonb_build_object('token', t.token, 'platform', t.platform,
      'lang', p.lang_locale, 'channelId', app.push_channel()),
    coalesce(queue_push.expires_at, app.now() + interval '1 day')
  from public.push_tokens t join public.profiles p on p.id = t.user_id
  where t.user_id = queue_push.user_id and queue_push.channel = any (t.channels) and coalesce(current_setting('app.quiet', true), '') = '';
end $$;

COMMENT ON FUNCTION app.queue_push(user_id uuid, channel text, message jsonb, expires_at timestamp with time zone) IS 'Queues one push per device of a person that wants to hear of the channel.';

CREATE FUNCTION app.queue_receipt(booking_id uuid, transaction_id bigint DEFAULT NULL::bigint) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  insert into app.receipts_due (booking_id, transaction_id) values (queue_receipt.booking_id, queue_receipt.transaction_id)
  on conflict do nothing
$$;

COMMENT ON FUNCTION app.queue_receipt(booking_id uuid, transaction_id bigint) IS 'A booking is PAID, or a refund of it was posted: a receipt or a credit note is due.';

CREATE FUNCTION app.queue_search(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if (booking).status = 'NEW' then
    insert into app.dispatch_queue as q (booking_id, due_at, wave, waves_before)
    select (booking).id, case when (booking).book_later then greatest(app.now(), (booking).trip_at - make_interval(mins => s.lead_minutes)) else app.now() end, w.n, w.n
    from public.settings s
    cross join lateral (select coalesce(max(w.wave), 0) as n from public.dispatch_waves w where w.booking_id = (booking).id) w
    where s.id = 1
    on conflict on constraint dispatch_queue_pkey do nothing;
  else
    delete from app.dispatch_queue q where q.booking_id = (booking).id;
  end if;
  if (booking).status = 'CANCELLED' then
    update public.booking_offers o set status = 'withdrawn', answered_at = app.now() where o.booking_id = (booking).id and o.status = 'open';
  end if;
end $$;

COMMENT ON FUNCTION app.queue_search(booking public.bookings) IS 'A NEW booking waits for a driver, any other does not; a cancelled one is not offered any more.';

CREATE FUNCTION app.quote_holds(quote public.fare_quotes, trip_at timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select quote_holds.trip_at is not distinct from (quote).trip_at or exists (select 1 from app.fare_quote_rules k
    where k.quote_id = (quote).id and coalesce(k.rule -> 'windows', '[]')
      = coalesce(app.window_rule((quote).car_type_id, coalesce(quote_holds.trip_at, app.now())) -> 'windows', '[]'))
$$;

COMMENT ON FUNCTION app.quote_holds(quote public.fare_quotes, trip_at timestamp with time zone) IS 'Whether the price of a quote is right for a trip at this time (null is now); create_booking refuses with quote_mismatch where not.';

CREATE FUNCTION app.quoted_mps(distance_km numeric, secs integer) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select greatest(15, least(50, 3600 * quoted_mps.distance_km::double precision / greatest(quoted_mps.secs, 1))) / 3.6
$$;

COMMENT ON FUNCTION app.quoted_mps(distance_km numeric, secs integer) IS 'How fast the quote of a booking counted on, metres a second, within reason.';

CREATE FUNCTION app.radius_m() RETURNS double precision
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return (select s.driver_radius::double precision * case when s.convert_to_mile then 1609.344 else 1000 end from public.settings s where s.id = 1);
end $$;

CREATE FUNCTION app.random_digits(length integer) RETURNS text
    LANGUAGE sql
    SET search_path TO ''
    AS $$
  select lpad((((('x' || encode(substring(uuid_send(gen_random_uuid()) from 10 for 6), 'hex'))::bit(48)::bigint))
    % (10 ^ random_digits.length)::bigint)::text, random_digits.length, '0')
$$;

COMMENT ON FUNCTION app.random_digits(length integer) IS 'So many random digits, evenly distributed (start codes).';

CREATE FUNCTION app.random_letters(length integer) RETURNS text
    LANGUAGE sql
    SET search_path TO ''
    AS $$
  select string_agg(chr(65 + get_byte(uuid_send(gen_random_uuid()), 0) % 26), '')
  from generate_series(1, random_letters.length)
$$;

COMMENT ON FUNCTION app.random_letters(length integer) IS 'So many random letters A to Z (booking references, referral codes).';

CREATE FUNCTION app.read_area(geojson jsonb) RETURNS extensions.geometry
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare v_area extensions.geometry;
begin
  if length(geojson::text) <= 500000 and geojson ->> 'type' in ('Polygon', 'MultiPolygon') then
    v_area := extensions.st_multi(extensions.st_force2d(extensions.st_setsrid(extensions.st_geomfromgeojson(geojson::text), 4326)));
    if extensions.st_isvalid(v_area) and not extensions.st_isempty(v_area) and extensions.st_npoints(v_area) <= 10000 then
      return v_area;
    end if;
  end if;
  return null;
exception when others then
  return null;
end $$;

COMMENT ON FUNCTION app.read_area(geojson jsonb) IS 'A GeoJSON polygon as an area; null for what is none, crosses itself or is too large.';

CREATE FUNCTION app.read_points(points jsonb) RETURNS TABLE(lat double precision, lng double precision, heading double precision, accuracy double precision, at timestamp with time zone)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_lag interval := app.report_lag(read_points.points);
begin
  return query select p.lat, p.lng, case when p.heading between 0 and 360 then p.heading end, p.accuracy, t.at
  from (
    select app.number_of(e.point -> 'lat') as lat, app.number_of(e.point -> 'lng') as lng,
      app.number_of(e.point -> 'heading') as heading, app.number_of(e.point -> 'accuracy') as accuracy,
      app.time_of(e.point -> 'at') as told, coalesce(jsonb_typeof(e.point -> 'at'), 'null') = 'null' as untold
    from jsonb_array_elements(case when jsonb_typeof(points) = 'array' then points else '[]' end) with ordinality e (point, place)
    where e.place <= 1000
  ) p
  cross join lateral (select case
    when p.untold then app.now()
    when p.told + v_lag <= app.now() + interval '30 seconds' then least(p.told + v_lag, app.now())
  end as at) t
  where app.is_place(p.lat, p.lng) and isfinite(t.at) and coalesce(p.accuracy, 0) between 0 and 500
  order by t.at;
end $$;

CREATE FUNCTION app.reads_freely() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce(auth.jwt() ->> 'user_role', '') not in ('admin', 'fleetadmin') or coalesce(s.export_limit, 0) = 0
  from public.settings s where s.id = 1
$$;

COMMENT ON FUNCTION app.reads_freely() IS 'Whether no read limit binds the caller: for policies.';

CREATE FUNCTION app.real_balance(user_id uuid) RETURNS numeric
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.lock_wallets(real_balance.user_id);
  return (select p.wallet_balance - p.bonus_balance from public.profiles p where p.id = real_balance.user_id);
end $$;

COMMENT ON FUNCTION app.real_balance(user_id uuid) IS 'What is in a wallet without its bonus, locked until the transaction ends: what may be given on or withdrawn.';

CREATE FUNCTION app.reason_against(booking public.bookings, driver_id uuid) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_reason text;
begin
  select case
    when not pr.approved or pr.usertype <> 'driver' then 'not_approved'
    when not d.driver_active_status then 'off_duty'
    when d.car_type_id is distinct from (booking).car_type_id then 'other_car_type'
    when app.is_busy(d.id) then 'busy'
    when o.declined then 'declined'
    when o.lapsed then 'lapsed' end into v_reason
  from public.drivers d
  join public.profiles pr on pr.id = d.id
  -- Who accepted and gave the booking back will not be asked again either.
  cross join lateral (select coalesce(bool_or(o.status in ('declined', 'accepted')), false) as declined,
      coalesce(bool_or(o.status = 'lapsed' and o.expires_at > app.now() - interval '2 minutes'), false) as lapsed
    from public.booking_offers o where o.booking_id = (booking).id and o.driver_id = d.id) o
  where d.id = reason_against.driver_id;
  return case
    when v_reason is not null then v_reason
    when app.has_expired_document(reason_against.driver_id) then 'document_expired'
    when not app.affords(reason_against.driver_id, (booking).id) then 'cannot_afford'
    when app.bars_bonus(booking, reason_against.driver_id) then 'bonus_refused' end;
end $$;

CREATE FUNCTION app.receipt_content(booking public.bookings) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select app.receipt_head(booking) || jsonb_build_object('lines', (booking).fare_lines, 'total', (booking).trip_cost,
    'tax', (booking).tax_amount, 'tax_percent', app.amount_in(f.rule -> 'tax_percent'), 'discount', (booking).discount_amount,
    'promo_code', (booking).promo_code, 'rounding', (booking).cash_rounding, 'due', (booking).customer_paid,
    'payments', app.receipt_payments(booking), 'paid_at', (booking).paid_at)
  from public.booking_finances f where f.booking_id = (booking).id
$$;

CREATE FUNCTION app.receipt_head(booking public.bookings) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select jsonb_build_object(
    'company', jsonb_build_object('app_name', s.app_name, 'name', s.company_name, 'address', s.company_address, 'website', s.company_website,
      'email', s.contact_email, 'phone', s.company_phone, 'tax_number', s.company_tax_number, 'logo', s.logo),
    'money', jsonb_build_object('code', s.code, 'symbol', s.symbol, 'decimal', s."decimal", 'swipe_symbol', s.swipe_symbol, 'time_zone', s.time_zone,
      'country', s.country, 'convert_to_mile', s.convert_to_mile),
    'trip', jsonb_build_object('reference', (booking).reference, 'category', (booking).category, 'car_type', (booking).car_type,
      'vehicle_number', (booking).vehicle_number, 'vehicle', nullif(concat_ws(' ', (booking).vehicle_make, (booking).vehicle_model), ''),
      'pickup', (booking).pickup_address, 'drop', (booking).drop_address, 'pickup_at', (booking).started_at, 'drop_at', (booking).reached_at,
      'stops', (select coalesce(jsonb_agg(t.address order by t.position), '[]') from public.booking_stops t where t.booking_id = (booking).id and t.address <> ''),
      'distance', coalesce((booking).distance, (booking).estimate_distance), 'secs', coalesce((booking).total_trip_time, (booking).estimate_time)))
  from public.settings s where s.id = 1
$$;

COMMENT ON FUNCTION app.receipt_head(booking public.bookings) IS 'Company, money and trip as they are now: what a receipt and a credit note begin with.';

CREATE PROCEDURE app.receipt_loop()
    LANGUAGE plpgsql
    AS $$
begin
  for i in 1 .. 60 loop
    perform app.issue_receipts();
    commit;
    exit when i = 60;
    perform pg_catalog.pg_sleep(1);
  end loop;
end $$;

COMMENT ON PROCEDURE app.receipt_loop() IS 'Issues receipts every second for a minute.';

CREATE FUNCTION app.receipt_payments(booking public.bookings) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  with moved as (
    select case when a.kind = 'clearing' then 'card' when a.user_id = (booking).customer_id then 'wallet' end as way, a.provider, -e.amount as amount
    from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
    where t.booking_id = (booking).id and t.kind in ('wallet_payment', 'card_payment', 'settlement')
    union all
    select 'cash', null, (booking).cash_payment_amount),
  ways as (select m.way, m.provider, sum(m.amount) as amount from moved m where m.way is not null group by m.way, m.provider)
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('way', w.way, 'provider', w.provider, 'amount', w.amount))
    order by array_position('{wallet,card,cash}'::text[], w.way), w.provider), '[]')
  from ways w where w.amount <> 0
$$;

COMMENT ON FUNCTION app.receipt_payments(booking public.bookings) IS 'By which ways a PAID booking was paid; the amounts add up to what was due.';

CREATE FUNCTION app.reclaim_share(booking public.bookings, amount numeric) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_money public.booking_finances;
  v_taken numeric;
  v_part numeric;
  v_places integer := (select s."decimal" from public.settings s where s.id = 1);
  v_fleet numeric;
  v_tax numeric;
begin
  select f.* into v_money from public.booking_finances f where f.booking_id = (booking).id;
  select coalesce(sum(e.amount), 0) into v_tax
  from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
  where t.idempotency_key = 'settlement:' || (booking).id and a.kind = 'tax';
  select -coalesce(sum(e.amount), 0) into v_taken
  from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
  where t.booking_id = (booking).id and t.kind = 'refund' and e.amount < 0 and a.kind in ('wallet', 'tax');
  v_part := case when app.has_left((booking).driver_id) then 0 else greatest(0, least(reclaim_share.amount, v_money.driver_share - v_taken)) end;
  v_fleet := case when v_money.fleet_share = 0 then 0 else round(v_part * v_money.fleet_share / v_money.driver_share, v_places) end;
  v_tax := case when v_tax = 0 then 0 else round(v_part * v_tax / v_money.driver_share, v_places) end;
  return jsonb_build_array(app.entry('wallet:' || (booking).driver_id, v_fleet + v_tax - v_part),
    app.entry('wallet:' || (booking).fleet_id, -v_fleet), app.entry('tax', -v_tax), app.entry('expense.goodwill', v_part - reclaim_share.amount));
end $$;

CREATE FUNCTION app.record_wave(booking public.bookings, wave integer, mode text, radius_km numeric, candidates jsonb, exclusions jsonb) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_last public.dispatch_waves;
  v_listed jsonb;
  v_reasons jsonb;
begin
  select coalesce(jsonb_agg(e.line order by (e.line ->> 'distance_km')::numeric, e.line ->> 'driver_id') filter (where e.n <= 50), '[]') into v_listed
  from (select x.line, row_number() over (order by (x.line ->> 'distance_km')::numeric, x.line ->> 'driver_id') as n
    from jsonb_array_elements(exclusions) x (line)) e;
  select coalesce(jsonb_object_agg(g.reason, g.n), '{}') into v_reasons
  from (select x.line ->> 'reason' as reason, count(*) as n from jsonb_array_elements(exclusions) x (line) group by 1) g;
  select w.* into v_last from public.dispatch_waves w where w.booking_id = (booking).id order by w.id desc limit 1;
  -- A search that finds the same nobody every few seconds is one entry, not hundreds. Order and distances may differ.
  if candidates = '[]' and v_last.mode <> 'assigned' and v_last.candidates = '[]' and v_last.reasons = v_reasons
    and (select coalesce(jsonb_object_agg(x.line ->> 'driver_id', x.line -> 'reason'), '{}') from jsonb_array_elements(v_last.exclusions) x (line))
      = (select coalesce(jsonb_object_agg(x.line ->> 'driver_id', x.line -> 'reason'), '{}') from jsonb_array_elements(v_listed) x (line)) then
    return;
  end if;
  -- Nor do drivers who come and go make an endless log of a booking that nobody takes.
  if candidates = '[]' and (select count(*) from public.dispatch_waves w where w.booking_id = (booking).id) >= 100 then return; end if;
  insert into public.dispatch_waves (booking_id, wave, mode, radius_km, candidates, exclusions, reasons)
  values ((booking).id, record_wave.wave, record_wave.mode, record_wave.radius_km, candidates, v_listed, v_reasons);
end $$;

CREATE FUNCTION app.refresh_driver(driver_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.driver_positions p
  set car_type = d.car_type_id, available = f.free, pt = case when f.free then app.search_point(d.car_type_id, p.lat, p.lng) end,
    away_pt = case when not f.free then app.anchor(p.lat, p.lng) end
  from public.drivers d
  join public.profiles pr on pr.id = d.id
  cross join lateral (select d.driver_active_status and pr.approved and pr.usertype = 'driver' and not app.is_busy(d.id) as free offset 0) f
  where d.id = refresh_driver.driver_id and p.driver_id = d.id
    and (p.available is distinct from f.free or p.car_type is distinct from d.car_type_id);
  insert into app.driver_states as s (driver_id, state)
  select d.id, case when not (d.driver_active_status and pr.approved and pr.usertype = 'driver') then 'off' when app.is_busy(d.id) then 'busy' else 'free' end
  from public.drivers d join public.profiles pr on pr.id = d.id where d.id = refresh_driver.driver_id
  on conflict on constraint driver_states_pkey do update set state = excluded.state, changed_at = excluded.changed_at where s.state <> excluded.state;
end $$;

COMMENT ON FUNCTION app.refresh_driver(driver_id uuid) IS 'Makes a driver findable or not, after anything that decides it.';

CREATE FUNCTION app.refresh_drivers(was public.bookings, booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if (was).driver_id is not null then perform app.refresh_driver((was).driver_id); end if;
  if (booking).driver_id is not null and (booking).driver_id is distinct from (was).driver_id then
    perform app.refresh_driver((booking).driver_id);
  end if;
end $$;

COMMENT ON FUNCTION app.refresh_drivers(was public.bookings, booking public.bookings) IS 'Engages or frees the driver before and the driver after a change of status.';

CREATE FUNCTION app.refund_answer(booking_id uuid, transaction_id bigint) RETURNS public.booking_refund
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select refund_answer.booking_id, refund_answer.transaction_id,
    (select sum(e.amount) from public.ledger_entries e where e.transaction_id = refund_answer.transaction_id and e.amount > 0),
    (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amount', r.amount, 'status', r.status, 'reason', r.reason,
      'to', case when r.payment_id is null then 'wallet' else 'card' end) order by r.id), '[]')
      from public.refunds r where r.booking_id = refund_answer.booking_id)
$$;

CREATE FUNCTION app.refundable(booking public.bookings) RETURNS numeric
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select (booking).customer_paid - (select coalesce(sum(r.amount), 0) from public.refunds r
    where r.booking_id = (booking).id and r.created_by is not null)
$$;

COMMENT ON FUNCTION app.refundable(booking public.bookings) IS 'What of a booking was paid and no admin has given back.';

CREATE FUNCTION app.refusal_of(user_id uuid) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_person public.profiles;
begin
  select p.* into v_person from public.profiles p where p.id = refusal_of.user_id;
  if v_person.suspended_at is not null then
    return case when not app.has_trip(v_person.id) then 'account_suspended' end;
  end if;
  return case when v_person.usertype <> 'rider' and not v_person.approved then 'require_approval' end;
end $$;

COMMENT ON FUNCTION app.refusal_of(user_id uuid) IS 'Why somebody may not be signed in: account_suspended without a trip to finish, require_approval for a driver or staff who is not approved; null for everybody else.';

CREATE FUNCTION app.refuse_amount() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  raise sqlstate 'PT422' using message = 'amount_invalid', hint = 'Give an amount above 0 and below a million';
end $$;

COMMENT ON FUNCTION app.refuse_amount() IS 'Refuses with amount_invalid.';

CREATE FUNCTION app.refuse_balance(amount numeric, balance numeric) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  raise sqlstate 'PT409' using message = 'insufficient_balance', hint = format('The wallet has %s, not %s', balance, amount);
end $$;

COMMENT ON FUNCTION app.refuse_balance(amount numeric, balance numeric) IS 'Refuses with insufficient_balance, saying what there is.';

CREATE FUNCTION app.refuse_closed() RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
  raise sqlstate 'PT409' using message = 'approval_closed', hint = 'It was decided, is older than seven days, or who asked is no longer an admin';
end $$;

CREATE FUNCTION app.refuse_name() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  raise sqlstate 'PT422' using message = 'name_invalid', hint = 'Write each word of a name in the letters of one script';
end $$;

COMMENT ON FUNCTION app.refuse_name() IS 'Refuses with name_invalid.';

CREATE FUNCTION app.refuse_nobody() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  raise sqlstate 'PT404' using message = 'no_user_match', hint = 'Nobody of this kind has a device registered';
end $$;

CREATE FUNCTION app.refuse_own(me public.profiles, user_id uuid) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
  if (me).id = refuse_own.user_id then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'Another admin has to do this for you';
  end if;
end $$;

CREATE FUNCTION app.refuse_sort(said text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  raise sqlstate 'PT422' using message = 'list_invalid', hint = said;
end $$;

CREATE FUNCTION app.refuse_status(booking public.bookings) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  raise sqlstate 'PT409' using message = 'wrong_status', hint = format('The booking is %s', booking.status);
end $$;

COMMENT ON FUNCTION app.refuse_status(booking public.bookings) IS 'Refuses with wrong_status, saying what the status is.';

CREATE FUNCTION app.refuse_suspended(person public.profiles) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
  if (person).suspended_at is not null then
    raise sqlstate 'PT403' using message = 'account_suspended', hint = 'The desk suspended this account; ask it why';
  end if;
end $$;

CREATE FUNCTION app.refuse_version(table_name text, row_id text, version integer) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_detail jsonb := jsonb_build_object('version', refuse_version.version);
begin
  select v_detail || jsonb_strip_nulls(jsonb_build_object('at', a.at, 'by', (select btrim(p.first_name || ' ' || p.last_name) from public.profiles p
    where p.id = a.actor_id and (p.id = auth.uid() or exists (select 1 from public.profiles m where m.id = auth.uid() and m.usertype = 'admin')))))
  into v_detail from public.audit_log a
  where a.target = refuse_version.table_name and a.target_id = refuse_version.row_id and a.after -> 'version' = to_jsonb(refuse_version.version)
  order by a.id desc limit 1;
  raise sqlstate 'PT409' using message = 'version_conflict', hint = 'Somebody changed this since it was read; read it again',
    detail = coalesce(v_detail, jsonb_build_object('version', refuse_version.version))::text;
end $$;

COMMENT ON FUNCTION app.refuse_version(table_name text, row_id text, version integer) IS 'Refuses with version_conflict; the detail is JSON: {version, at?, by?}, the name for admins.';

CREATE FUNCTION app.release_promo(booking_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_promo_id uuid;
begin
  update public.promo_uses u set status = 'released', settled_at = app.now()
  where u.booking_id = release_promo.booking_id and u.status <> 'released' returning u.promo_id into v_promo_id;
  update public.promos p set user_avail = p.user_avail - 1 where p.id = v_promo_id;
end $$;

COMMENT ON FUNCTION app.release_promo(booking_id uuid) IS 'Gives the booking''s use of a promotion back.';

CREATE FUNCTION app.remind_due() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_booking public.bookings;
begin
  for v_booking in
    update public.bookings b set reminded_at = app.now()
    where b.id in (select r.id from public.bookings r, public.settings s
      where r.book_later and r.reminded_at is null and r.status in ('NEW', 'ACCEPTED') and s.id = 1
        and r.trip_at - make_interval(mins => s.reminder_minutes) <= app.now()
      order by r.trip_at limit 200 for no key update of r skip locked)
    returning b.*
  loop
    continue when v_booking.trip_at <= app.now()
      or v_booking.created_at >= v_booking.trip_at - make_interval(mins => (select s.reminder_minutes from public.settings s where s.id = 1));
    perform app.notify(p.id, 'trip_reminder', app.notice_params(v_booking), v_booking.id)
    from unnest(array[v_booking.customer_id, v_booking.driver_id]) p (id) where p.id is not null;
  end loop;
end $$;

CREATE FUNCTION app.renew_secrets() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update app.contact_key k set key = gen_random_uuid()::text || gen_random_uuid()::text;
  delete from app.known_contacts;
  perform app.keep_contacts(u.id, case when u.email_confirmed_at is not null then u.email end,
    case when u.phone_confirmed_at is not null then u.phone end) from auth.users u;
end $$;

COMMENT ON FUNCTION app.renew_secrets() IS 'Replaces the secrets of a new database; what former and deleted accounts proved is forgotten.';

CREATE FUNCTION app.replace_route(booking public.bookings, quote public.fare_quotes, actor_id uuid, client_key uuid) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_after public.bookings := app.put_route(booking, quote);
begin
  perform app.forget_off_way((booking).id);
  update public.route_proposals p set status = 'withdrawn', answered_at = app.now() where p.booking_id = (booking).id and p.status = 'open';
  insert into public.booking_revisions (booking_id, kind, status, actor_id, before, after, client_key)
  values ((booking).id, 'route', (booking).status, replace_route.actor_id, app.route_of(booking), app.route_of(v_after), replace_route.client_key);
  perform app.add_event((booking).id, (booking).status, (booking).status, 'route_changed');
  return v_after;
end $$;

COMMENT ON FUNCTION app.replace_route(booking public.bookings, quote public.fare_quotes, actor_id uuid, client_key uuid) IS 'Puts the route of a quote in the place of the booking''s, with its fare, and keeps what was before. The caller names the actor.';

CREATE FUNCTION app.report_booking(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_at timestamptz := coalesce(case (booking).status when 'PAID' then (booking).paid_at else (booking).cancelled_at end, app.now());
  v_discount numeric := least((booking).discount_amount, (booking).trip_cost);
  e public.earnings_months := app.no_earnings(booking, v_at);
begin
  if (booking).status <> 'PAID' and ((booking).status <> 'CANCELLED' or (booking).cancellation_fee = 0) then return; end if;
  if (booking).status = 'CANCELLED' then
    e.cancellations := 1;
    e.cancellation_fee := (booking).cancellation_fee;
    select coalesce(sum(l.amount), 0) into e.cancellation_share from public.ledger_transactions t
    join public.ledger_entries l on l.transaction_id = t.id join public.ledger_accounts a on a.id = l.account_id
    where t.idempotency_key = 'cancellation:' || (booking).id and a.user_id = (booking).driver_id;
  else
    select f.ride_cost, f.driver_share, f.convenience_fees into e.ride_cost, e.driver_share, e.convenience_fees
    from public.booking_finances f where f.booking_id = (booking).id;
    if e.convenience_fees > 0 then
      e.rides := 1;
      e.trip_cost := (booking).trip_cost;
      e.discount_amount := v_discount;
    elsif v_discount > 0 then
      e := app.no_earnings(booking, v_at);
      e.free_ride_discounts := v_discount;
    else
      return;
    end if;
  end if;
  perform app.add_earnings((booking).id, v_at, e);
end $$;

COMMENT ON FUNCTION app.report_booking(booking public.bookings) IS 'Adds a paid ride or a cancellation fee to the earnings of its month and day.';

CREATE FUNCTION app.report_lag(points jsonb) RETURNS interval
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_offset interval := (select c."offset" from app.clock c);
  v_told timestamptz;
begin
  if v_offset = interval '0' then return v_offset; end if;
  select max(t.told) into v_told
  from jsonb_array_elements(case when jsonb_typeof(points) = 'array' then points else '[]' end) with ordinality e (point, place)
  cross join lateral (select app.time_of(e.point -> 'at') as told) t
  where e.place <= 1000 and isfinite(t.told) and t.told <= greatest(app.now(), app.now() - v_offset) + interval '30 seconds';
  return case when abs(extract(epoch from v_told + v_offset - app.now())) < abs(extract(epoch from v_told - app.now()))
    then v_offset else interval '0' end;
end $$;

CREATE FUNCTION app.require_active(person public.profiles) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
  perform app.refuse_suspended(person);
  if not (person).approved and (person).usertype in ('admin', 'fleetadmin') then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'This account is not approved';
  elsif not (person).approved then
    raise sqlstate 'PT403' using message = 'require_approval', hint = 'An admin has to approve this account first';
  end if;
end $$;

COMMENT ON FUNCTION app.require_active(person public.profiles) IS 'Refuses people without approval: account_suspended where it was taken away, require_approval (staff: not_allowed) where it was not given yet.';

CREATE FUNCTION app.require_contact(email text, mobile text) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
  if app.is_blank(require_contact.email) and app.is_blank(require_contact.mobile)
    or app.email_of(require_contact.email) is null and not app.is_blank(require_contact.email)
    or app.mobile_of(require_contact.mobile) is null and not app.is_blank(require_contact.mobile) then
    raise sqlstate 'PT422' using message = 'email_or_mobile_issue', hint = 'Give an e-mail address or a phone number that is one';
  end if;
end $$;

CREATE FUNCTION app.require_country(mobile text) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
  if app.mobile_of(require_country.mobile) !~ '^[+][1-9]' then
    raise sqlstate 'PT422' using message = 'email_or_mobile_issue', hint = 'Give the number with its country, such as +423 777 88 99';
  end if;
end $$;

CREATE FUNCTION app.require_edits() RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if app.is_person() and app.is_demo() then
    raise sqlstate 'PT403' using message = 'demo_mode', hint = 'settings.allow_critical_edits_admin is off; only the service role turns it on';
  end if;
end $$;

COMMENT ON FUNCTION app.require_edits() IS 'Refuses what a demo does not allow: demo_mode. Call it first in critical admin functions.';

CREATE FUNCTION app.require_permission(permission text) RETURNS public.profiles
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_me public.profiles := app.me();
begin
  if v_me.usertype <> 'admin' then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'Only an admin can do this';
  end if;
  perform app.check_permission(v_me, require_permission.permission);
  return v_me;
end $$;

COMMENT ON FUNCTION app.require_permission(permission text) IS 'The caller''s profile if it is an admin''s whose role holds this permission. Errors: must_login, account_suspended, not_allowed.';

CREATE FUNCTION app.require_served(lat double precision, lng double precision) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if not app.is_served(require_served.lat, require_served.lng) then
    raise sqlstate 'PT409' using message = 'outside_service_area', hint = 'Trips are offered to drivers in the service area and around it';
  end if;
end $$;

CREATE FUNCTION app.require_staff(permission text) RETURNS public.profiles
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_me public.profiles := app.me();
begin
  if v_me.usertype not in ('admin', 'fleetadmin') then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'Only admins and fleet admins can do this';
  end if;
  perform app.check_permission(v_me, require_staff.permission);
  return v_me;
end $$;

COMMENT ON FUNCTION app.require_staff(permission text) IS 'The caller''s profile if it is a fleet admin''s, or an admin''s whose role holds this permission. Errors: must_login, account_suspended, not_allowed.';

CREATE FUNCTION app.require_true_admin(table_name text) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if app.is_person() and auth.jwt() ->> 'user_role' = 'admin' then
    perform app.require_permission(case table_name when 'promos' then 'promotions' when 'notifications' then 'broadcast'
      when 'settings' then 'settings' when 'languages' then 'settings' else 'prices' end);
  end if;
end $$;

COMMENT ON FUNCTION app.require_true_admin(table_name text) IS 'Refuses a token of an admin who was demoted since, or whose role may not change this table: account_suspended, not_allowed.';

CREATE FUNCTION app.reserve_promo(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_promo public.promos;
begin
  select p.* into v_promo from public.promos p where p.id = ((booking).promo_details ->> 'promo_id')::uuid for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'promo_not_found', hint = 'The promotion was withdrawn; ask for the fare again';
  end if;
  perform app.check_promo(v_promo, (booking).customer_id, (booking).estimate);
  insert into public.promo_uses (booking_id, promo_id, user_id, shared_device) values ((booking).id, v_promo.id, (booking).customer_id,
    exists (select 1 from app.known_devices d join app.known_devices o on o.hash = d.hash and o.user_id <> d.user_id
      join public.promo_uses u on u.user_id = o.user_id and u.promo_id = v_promo.id and u.status <> 'released' where d.user_id = (booking).customer_id));
  update public.promos p set user_avail = p.user_avail + 1 where p.id = v_promo.id;
end $$;

COMMENT ON FUNCTION app.reserve_promo(booking public.bookings) IS 'Takes a use of the booking''s promotion. Errors: promo_not_found and those of check_promo.';

CREATE FUNCTION app.reset_tries() RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  update app.code_tries t set server_start = pg_postmaster_start_time(), kept = app.tries_made(t.slot)
  where t.server_start is distinct from pg_postmaster_start_time()
$$;

COMMENT ON FUNCTION app.reset_tries() IS 'After a start of the server: forgets the values that its sequences skipped.';

CREATE FUNCTION app.return_late_payment(payment public.payments) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_to_card boolean := app.has_left((payment).customer_id) or (select s.refund_to = 'source' from public.settings s where s.id = 1);
begin
  insert into public.refunds (booking_id, customer_id, payment_id, amount, reason, status, done_at)
  values ((payment).booking_id, (payment).customer_id, case when v_to_card then (payment).id end, (payment).amount, 'late_payment',
    case when v_to_card then 'due' else 'done' end, case when not v_to_card then app.now() end);
  perform app.post_ledger('late_payment', 'late_payment:' || (payment).id, (payment).booking_id, jsonb_build_array(
    app.entry('clearing:' || (payment).provider, -(payment).amount),
    app.entry(case when v_to_card then 'refunds_due:' || (payment).provider else 'wallet:' || (payment).customer_id end, (payment).amount)));
end $$;

CREATE FUNCTION app.return_to_cards(booking_id uuid, amount numeric, reason text, created_by uuid) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_payment public.payments;
  v_left numeric := return_to_cards.amount;
  v_part numeric;
  v_entries jsonb := jsonb_build_array();
begin
  if (select s.refund_to from public.settings s where s.id = 1) <> 'source'
    and not exists (select 1 from public.bookings b where b.id = return_to_cards.booking_id and app.has_left(b.customer_id)) then return v_entries; end if;
  for v_payment in select p.* from public.payments p where p.booking_id = return_to_cards.booking_id
    and p.status = 'paid' and p.refunded_amount < p.amount order by p.paid_at desc, p.id for update
  loop
    exit when v_left <= 0;
    v_part := least(v_left, v_payment.amount - v_payment.refunded_amount);
    v_left := v_left - v_part;
    update public.payments p set refunded_amount = p.refunded_amount + v_part where p.id = v_payment.id;
    insert into public.refunds (booking_id, customer_id, payment_id, amount, reason, status, created_by)
    values (v_payment.booking_id, v_payment.customer_id, v_payment.id, v_part, return_to_cards.reason, 'due', return_to_cards.created_by);
    v_entries := v_entries || app.entry('refunds_due:' || v_payment.provider, v_part);
  end loop;
  return v_entries;
end $$;

CREATE FUNCTION app.rides_with(person text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from public.bookings b where b.customer_id = auth.uid() and b.driver_id::text = rides_with.person)
    or exists (select 1 from public.bookings b where b.driver_id = auth.uid() and b.customer_id::text = rides_with.person)
$$;

COMMENT ON FUNCTION app.rides_with(person text) IS 'Whether the caller and this person are rider and driver of one booking.';

CREATE FUNCTION app.role_holds(staff_role public.staff_role, permission text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from public.staff_permissions s where s.staff_role = role_holds.staff_role and s.permission = role_holds.permission)
$$;

CREATE FUNCTION app.role_in(booking public.bookings, me public.profiles) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_role text := case when (me).usertype = 'admin' then 'admin' when (me).id = (booking).customer_id then 'rider'
  when (me).id = (booking).driver_id then 'driver' end;
begin
  if v_role is null then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  if v_role = 'admin' then perform app.check_permission(me, 'bookings'); end if;
  return v_role;
end $$;

CREATE FUNCTION app.rotate_position_topic(was public.bookings, booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if (booking).driver_id is null or (booking).status not in ('ACCEPTED', 'ARRIVED', 'STARTED') then
    delete from app.position_topics t where t.booking_id = (booking).id;
  elsif (was).driver_id is distinct from (booking).driver_id or (was).status not in ('ACCEPTED', 'ARRIVED', 'STARTED') then
    insert into app.position_topics as t (booking_id, topic)
    values ((booking).id, 'position:' || (booking).id || ':' || replace(gen_random_uuid()::text, '-', ''))
    on conflict on constraint position_topics_pkey do update set topic = excluded.topic;
  end if;
end $$;

COMMENT ON FUNCTION app.rotate_position_topic(was public.bookings, booking public.bookings) IS 'Gives each driver of a booking a position topic of their own, and ends it with the trip.';

CREATE FUNCTION app.route_of(booking public.bookings) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select jsonb_build_object('quote_id', booking.quote_id, 'drop_lat', booking.drop_lat, 'drop_lng', booking.drop_lng,
    'drop_address', booking.drop_address, 'waypoints', booking.waypoints, 'estimate', booking.estimate, 'estimate_distance', booking.estimate_distance,
    'estimate_time', booking.estimate_time, 'trip_cost', booking.trip_cost, 'discount_amount', booking.discount_amount)
$$;

CREATE FUNCTION app.rows_approved(user_id uuid) RETURNS numeric
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce(sum(a.amount), 0) from public.approvals a where a.kind = 'export' and a.status = 'approved'
    and a.user_id = rows_approved.user_id and a.decided_at > app.now() - interval '1 day'
$$;

COMMENT ON FUNCTION app.rows_approved(user_id uuid) IS 'Rows beyond the limit that a second person allowed within the last day.';

CREATE FUNCTION app.rows_shown() RETURNS SETOF uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select r.row_id from app.shown_rows r where r.actor_id = auth.uid() and r.at > app.now() - interval '1 day'
$$;

COMMENT ON FUNCTION app.rows_shown() IS 'What lists showed the caller within a day: for policies.';

CREATE FUNCTION app.said_facts(said jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(said) e
  where e.key in ('sub', 'email', 'phone', 'email_verified', 'phone_verified')
$$;

COMMENT ON FUNCTION app.said_facts(said jsonb) IS 'What the auth server itself writes into user metadata.';

CREATE FUNCTION app.said_name(said text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case when app.is_name(said_name.said) then left(app.plain_name(said_name.said), 80) else '' end
$$;

CREATE FUNCTION app.sample_trail(booking public.bookings, most integer DEFAULT 25) RETURNS TABLE(at timestamp with time zone, lat double precision, lng double precision)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  with way as (
    select p.at, p.lat, p.lng, p.n, p.total, sum(case when p.n > 1 then app.distance_m(p.from_lat, p.from_lng, p.lat, p.lng) else 0 end)
      over (order by p.n rows unbounded preceding) as gone
    from (select t.at, t.lat, t.lng, row_number() over w as n, count(*) over () as total, lag(t.lat) over w as from_lat, lag(t.lng) over w as from_lng
      from app.trail(booking) t where t.verdict in ('start', 'moved') window w as (order by t.at)) p),
  -- Which of the equal distances a point stands for, and how well.
  marked as (
    select w.*, (most - 1) * w.gone / nullif(max(w.gone) over (), 0) as mark from way w),
  chosen as (
    select distinct on (x.place) m.at, m.lat, m.lng from marked m
    cross join lateral (select case m.n when 1 then 0 when m.total then most - 1 else greatest(1, least(most - 2, round(m.mark))) end as place) x
    where m.total > most and (x.place between 1 and most - 2 or m.n in (1, m.total))
    order by x.place, abs(m.mark - x.place), m.at)
  select c.at, c.lat, c.lng from chosen c
  union all select m.at, m.lat, m.lng from marked m where m.total <= most
  order by 1
$$;

COMMENT ON FUNCTION app.sample_trail(booking public.bookings, most integer) IS 'At most so many points (2 or more) of a trail that stand for it, oldest first: its ends, and others at equal distances.';

CREATE FUNCTION app.save_address(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_id uuid;
begin
  select a.id into v_id from public.saved_addresses a where a.user_id = (booking).customer_id
    and app.distance_m(a.lat, a.lng, (booking).drop_lat, (booking).drop_lng) <= 100
  order by app.distance_m(a.lat, a.lng, (booking).drop_lat, (booking).drop_lng) limit 1 for update;
  if found then
    update public.saved_addresses a set count = a.count + 1 where a.id = v_id;
  else
    insert into public.saved_addresses (user_id, description, lat, lng)
    values ((booking).customer_id, (booking).drop_address, (booking).drop_lat, (booking).drop_lng);
  end if;
end $$;

CREATE FUNCTION app.save_settings(before public.settings, patch jsonb) RETURNS public.settings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
declare v_settings public.settings;
begin
  -- Names of columns alone reach the statement, quoted: @plpgsql_check_options: security_warnings = off
  v_settings := jsonb_populate_record(before, patch);
  if patch <> '{}' then
    execute (select format('update public.settings set (id, %s) = row(1, %s) where id = 1',
      string_agg(quote_ident(k), ', '), string_agg('$1.' || quote_ident(k), ', ')) from jsonb_object_keys(save_settings.patch) k) using v_settings;
  end if;
  select s.* into v_settings from public.settings s where s.id = 1;
  return v_settings;
exception
  when check_violation or not_null_violation or data_exception then
    raise sqlstate 'PT422' using message = 'settings_invalid', hint = sqlerrm;
end $_$;

CREATE FUNCTION app.search_again(booking_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.booking_offers o set status = 'withdrawn', answered_at = app.now()
  where o.booking_id = search_again.booking_id and o.status = 'open';
  if not found then return; end if;
  update app.dispatch_queue q set due_at = app.now() where q.booking_id = search_again.booking_id;
  perform app.dispatch_booking(search_again.booking_id);
end $$;

CREATE FUNCTION app.search_point(car_type uuid, lat double precision, lng double precision) RETURNS point
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select app.anchor(lat, lng) operator(pg_catalog.+) point(1e8::double precision * app.plane_of(car_type), 0)
$$;

COMMENT ON FUNCTION app.search_point(car_type uuid, lat double precision, lng double precision) IS 'The Mercator point in the plane of a car type: planes lie 100,000 km apart, twice the earth''s girth, side by side.';

CREATE FUNCTION app.secret(name text) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $_$
declare v_secret text;
begin
  if to_regclass('vault.decrypted_secrets') is null then return null; end if;
  execute format('select v.decrypted_secret from %I.decrypted_secrets v where v.name = $1 limit 1', 'vault') into v_secret using secret.name;
  return v_secret;
end $_$;

COMMENT ON FUNCTION app.secret(name text) IS 'A secret of the operator from Supabase Vault; null where there is none.';

CREATE FUNCTION app.sees_booking(id text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from public.bookings b where b.id::text = sees_booking.id
    and (auth.uid() in (b.customer_id, b.driver_id) and app.has_session() or app.is_now('admin')
      or (auth.uid() = b.fleet_id and app.is_now('fleetadmin'))))
$$;

COMMENT ON FUNCTION app.sees_booking(id text) IS 'Whether the caller may read the booking of this id: as its rider, its driver, its fleet''s admin or an admin of now.';

CREATE FUNCTION app.sends_position(topic text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from app.position_topics t where t.topic = sends_position.topic and app.carries_booking(t.booking_id::text))
$$;

COMMENT ON FUNCTION app.sends_position(topic text) IS 'Whether this is the topic of a trip under way that the caller drives.';

CREATE FUNCTION app.settle_booking(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if (booking).status = 'CANCELLED' then
    perform app.settle_cancelled(booking);
  elsif (booking).status = 'PAID' then
    perform app.lock_parties(booking);
    perform app.settle_paid(booking);
    perform app.pay_referral(booking);
  end if;
end $$;

COMMENT ON FUNCTION app.settle_booking(booking public.bookings) IS 'PAID: pays driver, fleet, tax, fee and referral. CANCELLED: returns what was held and takes the fee.';

CREATE FUNCTION app.settle_cancelled(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_held numeric := app.ledger_balance('held:' || (booking).id);
  v_fee numeric := (booking).cancellation_fee;
  v_rider text := 'wallet:' || (booking).customer_id;
  v_bonus numeric := app.bonus_spent(booking);
  v_driver numeric;
  v_cards jsonb := jsonb_build_array();
  v_to_cards numeric;
begin
  if v_held = 0 and v_fee = 0 then return; end if;
  perform app.lock_wallets(variadic array_remove(array[(booking).customer_id, (booking).driver_id], null));
  if v_held - v_bonus > v_fee then
    v_cards := app.return_to_cards((booking).id, v_held - v_bonus - v_fee, 'cancelled', null);
  end if;
  select coalesce(sum((e ->> 'amount')::numeric), 0) into v_to_cards from jsonb_array_elements(v_cards) e;
  v_driver := case when v_fee > 0 then app.share_fee(booking, v_fee, app.real_balance((booking).customer_id) + v_held - v_bonus - v_to_cards) else 0 end;
  perform app.post_ledger('cancellation', 'cancellation:' || (booking).id, (booking).id, jsonb_build_array(
    app.entry('held:' || (booking).id, -v_held),
    app.entry('bonus:' || (booking).customer_id, v_bonus),
    app.entry(v_rider, v_held - v_bonus - v_to_cards),
    app.entry(v_rider, -v_fee),
    app.entry('wallet:' || (booking).driver_id, v_driver),
    app.entry('revenue.cancellation', v_fee - v_driver)) || v_cards);
end $$;

CREATE FUNCTION app.settle_fare(booking public.bookings) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.act('system');
  return app.store_fare(booking);
end $$;

CREATE FUNCTION app.settle_offers(booking_id uuid, driver_id uuid, engaged boolean) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  with settled as (
    select o.id from public.booking_offers o where o.status = 'open'
      and (o.booking_id = settle_offers.booking_id or (settle_offers.engaged and o.driver_id = settle_offers.driver_id))
    for update skip locked)
  update public.booking_offers o set answered_at = app.now(), status = case
    when o.booking_id = settle_offers.booking_id and o.driver_id = settle_offers.driver_id then 'accepted' else 'withdrawn' end
  from settled s where o.id = s.id
$$;

CREATE FUNCTION app.settle_paid(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_money public.booking_finances;
  v_settings public.settings;
  v_driver text := 'wallet:' || (booking).driver_id;
  v_held numeric := app.ledger_balance('held:' || (booking).id);
  v_discount numeric := least((booking).discount_amount, (booking).trip_cost);
  v_back numeric := v_held + (booking).cash_payment_amount - ((booking).trip_cost - v_discount + (booking).cash_rounding);
  v_bonus numeric;
  v_tax numeric;
  v_fleet numeric;
begin
  select f.* into v_money from public.booking_finances f where f.booking_id = (booking).id;
  select s.* into v_settings from public.settings s where s.id = 1;
  v_tax := coalesce(round((booking).tax_amount * v_money.driver_share / nullif((booking).trip_cost, 0), v_settings."decimal"), 0);
  v_fleet := case when (booking).fleet_id is null then 0
    else round(v_money.driver_share * v_settings.fleet_percent / 100, v_settings."decimal") end;
  -- Bonus money was spent first: what was paid too much is real money as far as that was paid.
  v_bonus := greatest(0, v_back - (v_held + (booking).cash_payment_amount - app.bonus_spent(booking)));
  perform app.post_ledger('settlement', 'settlement:' || (booking).id, (booking).id, jsonb_build_array(
    app.entry('held:' || (booking).id, -v_held),
    app.entry(v_driver, v_money.driver_share),
    app.entry(v_driver, -(booking).cash_payment_amount),
    app.entry(v_driver, -v_tax), app.entry('tax', v_tax),
    app.entry(v_driver, -v_fleet), app.entry('wallet:' || (booking).fleet_id, v_fleet),
    app.entry('revenue.convenience', v_money.convenience_fees),
    app.entry('expense.promotions', -v_discount),
    app.entry('adjustments', (booking).cash_rounding),
    app.entry('bonus:' || (booking).customer_id, v_bonus),
    app.entry('wallet:' || (booking).customer_id, v_back - v_bonus)));
  if v_fleet > 0 then
    update public.booking_finances f set fleet_share = v_fleet where f.booking_id = (booking).id;
  end if;
end $$;

CREATE FUNCTION app.settle_promo(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if (booking).status = 'CANCELLED' then
    perform app.release_promo((booking).id);
  elsif (booking).status = 'PAID' or (booking).prepaid then
    update public.promo_uses u set status = 'consumed', settled_at = app.now()
    where u.booking_id = (booking).id and u.status = 'reserved';
  end if;
end $$;

COMMENT ON FUNCTION app.settle_promo(booking public.bookings) IS 'Releases the promotion of a cancelled booking and consumes that of a paid one.';

CREATE FUNCTION app.share_fee(booking public.bookings, fee numeric, wallet numeric) RETURNS numeric
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_percent numeric;
  v_places integer;
  v_paid numeric := least(share_fee.fee, greatest(0, share_fee.wallet));
begin
  select s.cancellation_driver_percent, s."decimal" into v_percent, v_places from public.settings s where s.id = 1;
  if (booking).driver_id is null or v_percent = 0 or app.has_left((booking).driver_id) then return 0; end if;
  if v_paid < share_fee.fee then
    insert into app.fee_debts (booking_id, customer_id, fee, unpaid, percent)
    values ((booking).id, (booking).customer_id, share_fee.fee, share_fee.fee - v_paid, v_percent);
  end if;
  return round(v_paid * v_percent / 100, v_places);
end $$;

COMMENT ON FUNCTION app.share_fee(booking public.bookings, fee numeric, wallet numeric) IS 'What the driver gets of a fee at once; keeps what the rider still owes of it as a fee debt.';

CREATE FUNCTION app.shared_times(booking public.bookings, progress public.trip_outlook, OUT pickup_eta timestamp with time zone, OUT drop_eta timestamp with time zone) RETURNS record
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare v_way interval := (booking).estimate_time * interval '1 second';
begin
  case
    when (booking).status = 'NEW' and (booking).book_later then pickup_eta := (booking).trip_at;
    when (booking).status = 'ACCEPTED' then pickup_eta := (progress).eta;
    else drop_eta := (progress).eta;
  end case;
  drop_eta := coalesce(drop_eta, pickup_eta + v_way);
end $$;

COMMENT ON FUNCTION app.shared_times(booking public.bookings, progress public.trip_outlook, OUT pickup_eta timestamp with time zone, OUT drop_eta timestamp with time zone) IS 'When the car of a shared trip is expected at pickup and drop; null where nobody knows.';

CREATE FUNCTION app.show_ratings() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  -- In the order of receivers, whose rows stay locked: two runs cannot wait for one another.
  perform app.count_rating(d.rating) from (select g as rating from public.ratings g
    where not g.counted and g.shown_from <= app.now() order by g.to_id limit 1000) d;
end $$;

COMMENT ON FUNCTION app.show_ratings() IS 'Counts the ratings whose 24 hours are over. Safe to call at any time.';

CREATE FUNCTION app.show_rows(what text, subject_id uuid, ids uuid[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_limit integer := (select nullif(s.export_limit, 0) from public.settings s where s.id = 1);
  v_new bigint;
begin
  if show_rows.ids is null then return; end if;
  perform app.log_list(show_rows.what, show_rows.subject_id, cardinality(show_rows.ids));
  if v_limit is null then return; end if;
  -- One list at a time per person, so that many at once are counted, too.
  perform pg_advisory_xact_lock(hashtextextended('rows' || auth.uid()::text, 0));
  insert into app.shown_rows as r (actor_id, row_id) select auth.uid(), i.id from unnest(show_rows.ids) i (id) order by i.id
  on conflict (actor_id, row_id) do update set at = excluded.at where r.at <= excluded.at - interval '1 day';
  get diagnostics v_new = row_count;
  if v_new > 0 and (select count(*) from app.shown_rows r where r.actor_id = auth.uid() and r.at > app.now() - interval '1 day')
      > v_limit + app.rows_approved(auth.uid()) then
    raise sqlstate 'PT409' using message = 'needs_approval',
      hint = format('More than %s bookings and people within a day: ask by request_approval(export, null, rows, reason); an admin approves', v_limit);
  end if;
end $$;

COMMENT ON FUNCTION app.show_rows(what text, subject_id uuid, ids uuid[]) IS 'Called by list functions with the ids they show: writes the access log, and refuses with needs_approval above settings.export_limit.';

CREATE FUNCTION app.shown(person public.profiles) RETURNS public.profiles
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if person.id is distinct from auth.uid() and app.is_person() and app.is_demo() then
    person.email := app.masked_email(person.email);
    person.mobile := app.masked_number(person.mobile);
  end if;
  return person;
end $$;

COMMENT ON FUNCTION app.shown(person public.profiles) IS 'A person as the caller may see them: contacts masked in a demo.';

CREATE FUNCTION app.shown(request public.withdraw_requests) RETURNS public.withdraw_requests
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if app.is_person() and app.is_demo() and auth.uid() is distinct from request.user_id then
    request.bank_account := app.masked_number(request.bank_account);
    request.bank_code := app.masked_number(request.bank_code);
  end if;
  return request;
end $$;

COMMENT ON FUNCTION app.shown(request public.withdraw_requests) IS 'A withdrawal as the caller may see it: bank numbers masked for admins in a demo.';

CREATE FUNCTION app.signs_upload() RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select coalesce(current_setting('storage.operation', true), '') = 'storage.object.sign_upload_url'
$$;

COMMENT ON FUNCTION app.signs_upload() IS 'Whether somebody asks for an address by which others may upload, instead of uploading.';

CREATE FUNCTION app.slab_fee(slab jsonb, minutes numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select coalesce((select (e ->> 'amount')::numeric from jsonb_array_elements(slab) e
    where (e ->> 'mins_delayed')::numeric < minutes order by (e ->> 'mins_delayed')::numeric desc limit 1), 0)
$$;

CREATE FUNCTION app.spend_check(me public.profiles, email text, mobile text, is_taken boolean, purpose text DEFAULT 'exists'::text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if (me).usertype = 'fleetadmin' and not public.take_rate_limit(spend_check.purpose || ':' || (me).id, 20, 3600) then
    raise sqlstate 'PT429' using message = 'too_many_requests', hint = 'Twenty addresses an hour; wait a little';
  end if;
  perform app.audit('check_user_exists', 'profiles', null, null, jsonb_strip_nulls(jsonb_build_object('email', app.email_of(spend_check.email),
    'mobile', app.mobile_of(spend_check.mobile), 'exists', spend_check.is_taken)));
end $$;

CREATE FUNCTION app.spend_look() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform set_config('synchronous_commit', 'off', true);
  if not app.is_person() or (case when auth.uid() is null then public.take_rate_limit('nearby:visitors', 1200, 60)
      else public.take_rate_limit('nearby:' || auth.uid(), 60, 60) end) then return; end if;
  raise sqlstate 'PT429' using message = 'too_many_requests', hint = 'Sixty looks a minute; wait a little';
end $$;

CREATE FUNCTION app.spend_try(booking_id uuid, driver_id uuid) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_slot app.code_tries;
  v_most integer;
begin
  update app.code_tries t set kept = t.kept + 1 where t.booking_id = spend_try.booking_id and t.driver_id = spend_try.driver_id
  returning t.* into v_slot;
  if not found then return false; end if;
  -- A crash moves a sequence on by up to 32. Until reset_tries sees the start of the server they count for no one: else no ride could start.
  v_most := case when v_slot.server_start is distinct from pg_postmaster_start_time() then 20 + 32 else 20 end;
  return nextval(format('app.code_tries_%s', v_slot.slot)::regclass) - v_slot.kept < v_most;
end $$;

COMMENT ON FUNCTION app.spend_try(booking_id uuid, driver_id uuid) IS 'Counts a code check of a driver for a booking; false once 20 of them were thrown away.';

CREATE FUNCTION app.stop_wait_secs(booking public.bookings, free_minutes numeric) RETURNS numeric
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce(sum(greatest(0, round(extract(epoch from w.left_at - w.arrived_at)) - 60 * free_minutes)), 0)
  from (
    select s.arrived_at, (select max(t.at) from public.tracking_points t where t.booking_id = s.booking_id and t.driver_id = (booking).driver_id
      and t.at between s.arrived_at and s.until and not exists (select 1 from public.tracking_points f where f.booking_id = t.booking_id
        and f.driver_id = t.driver_id and f.at between s.arrived_at and t.at and app.distance_m(s.lat, s.lng, f.lat, f.lng) > 150)) as left_at
    from (select p.*, coalesce(lead(p.arrived_at) over (order by p.position), (booking).reached_at) as until
      from public.booking_stops p where p.booking_id = (booking).id and p.arrived_at is not null) s) w
$$;

CREATE FUNCTION app.store_fare(booking public.bookings) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_final jsonb := app.final_fare(booking);
  v_fare jsonb := v_final -> 'fare';
  v_cost numeric := (v_fare ->> 'trip_cost')::numeric;
  v_keeps boolean := app.keeps_promo(booking, v_cost);
  v_discount numeric := case when v_keeps then least(v_cost, greatest(0, app.promo_discount((booking).id, v_cost))) else 0 end;
  v_open numeric := greatest(0, v_cost - v_discount - app.paid_before(booking));
  v_rounding numeric := app.cash_part(booking, v_open);
  v_payable numeric := v_open + v_rounding;
  v_booking public.bookings;
begin
  update public.booking_finances f set final_inputs = v_final -> 'inputs', final_fare = v_fare,
    ride_cost = (v_fare ->> 'ride_cost')::numeric, driver_share = (v_fare ->> 'driver_share')::numeric,
    convenience_fees = (v_fare ->> 'convenience_fees')::numeric,
    flags = array(select g from unnest(f.flags) g where g not in ('trail_gap', 'held_at_quote', 'long_way', 'ended_elsewhere', 'extras_capped'))
      || array(select jsonb_array_elements_text(v_final -> 'flags'))
  where f.booking_id = (booking).id;
  v_booking := app.move_booking((booking).id, case when v_payable = 0 then 'PAID' else 'PENDING' end, jsonb_build_object(
    'paid_at', case when v_payable = 0 then app.now() end, 'distance', v_final -> 'distance_km', 'trip_cost', v_cost, 'fare_lines', v_fare -> 'rider_lines',
    'tax_amount', v_fare -> 'tax', 'discount_amount', v_discount, 'cash_rounding', v_rounding, 'payable_amount', v_payable,
    'cash_payment_amount', case when (booking).payment_mode = 'cash' and not (booking).prepaid then v_payable else 0 end)
    || case when v_keeps then '{}' else '{"promo_applied": false, "promo_code": null, "promo_details": null}'::jsonb end);
  -- After the move, which locks wallets: a rider who books locks the own profile first and a promotion second.
  if (booking).promo_applied and not v_keeps then perform app.drop_promo(booking); end if;
  return v_booking;
end $$;

COMMENT ON FUNCTION app.store_fare(booking public.bookings) IS 'Stores the final fare, its discount (none where the fare is too low for the promotion) and what is left to pay; PAID where that is nothing, else PENDING. The caller names the actor.';

CREATE FUNCTION app.store_position(driver public.drivers, lat double precision, lng double precision, heading double precision, accuracy double precision, at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if app.ingest_positions(array[(driver).id], array[store_position.lat], array[store_position.lng], array[store_position.heading],
    array[store_position.at], array[store_position.accuracy]) > 0 then return true; end if;
  insert into public.driver_positions as p (driver_id, car_type, lat, lng, heading, accuracy, updated_at, away_pt)
  values ((driver).id, (driver).car_type_id, store_position.lat, store_position.lng, store_position.heading,
    store_position.accuracy, store_position.at, app.anchor(store_position.lat, store_position.lng))
  on conflict on constraint driver_positions_pkey do nothing;
  if not found then return false; end if;
  perform app.refresh_driver((driver).id);
  return true;
end $$;

COMMENT ON FUNCTION app.store_position(driver public.drivers, lat double precision, lng double precision, heading double precision, accuracy double precision, at timestamp with time zone) IS 'Stores where a driver is; false where the report is older than what is known, or a jump that is not believed yet.';

CREATE FUNCTION app.sum_lines(lines jsonb) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select coalesce(sum((l ->> 'amount')::numeric), 0) from jsonb_array_elements(lines) l
$$;

CREATE FUNCTION app.supply_cells(south double precision, west double precision, north double precision, east double precision, cell_m integer, fleet_id uuid) RETURNS TABLE(cell point, supply bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  -- The box lies on the anchors, which trail their driver by up to 50 m; the place that counts is exact.
  select (array_agg(g.cell))[1], count(*)
  from public.car_types c
  join public.driver_positions p on p.car_type = c.id and p.pt is not null
    and p.pt operator(pg_catalog.<@) box(app.search_point(c.id, south - 0.001, greatest(-180, west - 0.01)), app.search_point(c.id, north + 0.001, least(180, east + 0.01)))
  join public.drivers d on d.id = p.driver_id
  cross join lateral (select app.cell_of(p.lat, p.lng, supply_cells.cell_m) as cell) g
  where p.updated_at > app.now() - interval '60 seconds' and p.lat between south and north and p.lng between west and east
    and (supply_cells.fleet_id is null or d.fleet_id = supply_cells.fleet_id)
  group by g.cell[0], g.cell[1]
$$;

CREATE FUNCTION app.take_booking(booking public.bookings, driver public.drivers) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_booking public.bookings;
  v_lead interval := (select make_interval(mins => s.lead_minutes) from public.settings s where s.id = 1);
begin
  select b.* into v_booking
  from public.profiles p cross join lateral app.move_booking((booking).id, 'ACCEPTED', jsonb_build_object('driver_id', p.id, 'driver_name', btrim(p.first_name || ' ' || p.last_name),
    'driver_image', p.profile_image, 'driver_rating', p.rating,
    'vehicle_number', (driver).vehicle_number, 'vehicle_make', (driver).vehicle_make, 'vehicle_model', (driver).vehicle_model,
    'vehicle_color', (driver).vehicle_color, 'fleet_id', (driver).fleet_id, 'accepted_at', app.now(),
    'engaged_at', case when not (booking).book_later or (booking).trip_at - v_lead <= app.now() then app.now() end, 'dispatch_note', null)) b
  where p.id = (driver).id;
  update public.booking_finances f set driver_id = driver.id, fleet_id = driver.fleet_id where f.booking_id = booking.id;
  perform app.mark_trail(v_booking, 'ACCEPTED');
  perform app.settle_offers(v_booking.id, driver.id, v_booking.engaged_at is not null);
  return v_booking;
exception when unique_violation then
  -- Two acceptances of one driver at once; the index let the other one through.
  raise sqlstate 'PT409' using message = 'driver_busy', hint = 'Finish the trip you are on first';
end $$;

CREATE FUNCTION app.take_card_payment(payment public.payments, booking public.bookings, outcome text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if outcome = 'late' then
    update public.payments p set status = 'paid', paid_at = app.now(), refunded_amount = p.amount where p.id = (payment).id;
    perform app.return_late_payment(payment);
    return;
  end if;
  update public.payments p set status = 'paid', paid_at = app.now() where p.id = (payment).id;
  perform app.post_ledger('card_payment', 'card_payment:' || (payment).id, (booking).id, jsonb_build_array(
    app.entry('clearing:' || (payment).provider, -(payment).amount), app.entry('held:' || (booking).id, (payment).amount)));
  perform app.act('system', note => 'card');
  perform app.credit_booking(booking, 0, (payment).amount, (payment).provider);
end $$;

CREATE FUNCTION app.take_quote(quote_id uuid, me public.profiles) RETURNS public.fare_quotes
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_quote public.fare_quotes := app.lock_quote(quote_id, me);
begin
  update public.fare_quotes q set used_at = app.now() where q.id = v_quote.id returning q.* into v_quote;
  return v_quote;
end $$;

COMMENT ON FUNCTION app.take_quote(quote_id uuid, me public.profiles) IS 'The quote, now used. Errors: quote_not_found, quote_used, quote_expired.';

CREATE FUNCTION app.tariff_rule(tariff jsonb) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select jsonb_build_object('version', 1, 'decimal', s."decimal", 'convert_to_mile', s.convert_to_mile,
    'free_wait', s.free_wait, 'fare_mode', s.fare_mode, 'code', s.code, 'car_type', t.tariff -> 'name', 'base_fare', t.tariff -> 'base_fare',
    'rate_per_unit_distance', t.tariff -> 'rate_per_unit_distance', 'rate_per_hour', t.tariff -> 'rate_per_hour',
    'waiting_rate_per_hour', t.tariff -> 'waiting_rate_per_hour', 'min_fare', t.tariff -> 'min_fare',
    'convenience_fees', t.tariff -> 'convenience_fees', 'convenience_fee_type', t.tariff -> 'convenience_fee_type',
    'tax_percent', s.tax_percent, 'cash_unit', s.cash_unit)
  from public.settings s, (select tariff_rule.tariff) t where s.id = 1
$$;

COMMENT ON FUNCTION app.tariff_rule(tariff jsonb) IS 'A row of car_types as JSON, stored or not, with the settings of today: a rule for compute_fare.';

CREATE FUNCTION app.tell(topic text, event text, id uuid DEFAULT NULL::uuid, booking_id uuid DEFAULT NULL::uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if coalesce(current_setting('app.quiet', true), '') <> '' then return; end if;
  perform realtime.send(jsonb_strip_nulls(jsonb_build_object('id', tell.id, 'booking_id', tell.booking_id)), tell.event, tell.topic, true);
end $$;

COMMENT ON FUNCTION app.tell(topic text, event text, id uuid, booking_id uuid) IS 'Says on a private topic what happened, by the name of the event and ids alone; without an id the message has its own.';

CREATE FUNCTION app.tell_driver(driver_id uuid, VARIADIC fleet_ids uuid[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell('driver:' || driver_id, 'driver', driver_id);
  perform app.tell('admin', 'driver', driver_id);
  perform app.tell('fleet:' || f.id, 'driver', driver_id) from unnest(fleet_ids) f (id) where f.id is not null group by f.id;
end $$;

CREATE FUNCTION app.text_code(booking public.bookings) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  insert into app.outbox (kind, user_id, payload, expires_at)
  select 'sms', null, jsonb_build_object('phone', k.delivery_person_phone, 'msg', 'parcel_code', 'code', c.code,
    'lang', p.lang_locale, 'booking_id', booking.id), app.now() + interval '6 hours'
  from app.start_codes c join public.profiles p on p.id = booking.customer_id join public.booking_contacts k on k.booking_id = c.booking_id
  where c.booking_id = booking.id and booking.category = 'delivery' and booking.otp_secure and k.delivery_person_phone <> ''
    and coalesce(current_setting('app.quiet', true), '') = ''
$$;

CREATE FUNCTION app.tg_access_log__grow() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if new.row_count >= old.row_count and old.at > app.now() - interval '10 minutes'
    and (new.id, new.at, new.actor_id, new.what, new.subject_id) is not distinct from (old.id, old.at, old.actor_id, old.what, old.subject_id) then
    return new;
  end if;
  raise sqlstate 'PT409' using message = 'append_only', hint = 'History is added to, never changed';
end $$;

CREATE FUNCTION app.tg_alarms__tell() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if tg_op = 'INSERT' then
    insert into app.attention_told (booking_id, reason, fleet_id)
    select b.id, new.reason, app.told_fleet(b, new.reason) from public.bookings b where b.id = new.booking_id
    on conflict on constraint attention_told_pkey do nothing;
  else
    delete from app.attention_told t where t.booking_id = old.booking_id and t.reason = old.reason;
  end if;
  perform app.tell('admin', 'attention');
  return null;
end $$;

CREATE FUNCTION app.tg_append_only() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  raise sqlstate 'PT409' using message = 'append_only', hint = 'History is added to, never changed';
end $$;

CREATE FUNCTION app.tg_approvals__broadcast() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell('admin', 'approval', new.id);
  return null;
end $$;

CREATE FUNCTION app.tg_audit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'updated_at' end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'updated_at' end;
  v_id text := coalesce(v_new ->> 'id', v_old ->> 'id');
begin
  if coalesce(auth.jwt() ->> 'role', '') = '' then return null; end if;
  if tg_op = 'UPDATE' then
    select c.before, c.after into v_old, v_new from app.changes(v_old, v_new) c;
    if v_old = '{}' and v_new = '{}' then return null; end if;
  end if;
  perform app.audit(lower(tg_op), tg_table_name, v_id, v_old, v_new);
  return null;
end $$;

COMMENT ON FUNCTION app.tg_audit() IS 'Attach: create trigger <table>__audit after insert or update or delete on <table> for each row when (pg_trigger_depth() = 0) execute function app.tg_audit().';

CREATE FUNCTION app.tg_audit_log__append_only() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  raise sqlstate 'PT409' using message = 'append_only', hint = 'History is added to, never changed';
end $$;

CREATE FUNCTION app.tg_audit_log__broadcast() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell('admin', 'audit');
  return null;
end $$;

CREATE FUNCTION app.tg_bank_details__announce() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_user uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
  v_until timestamptz;
begin
  if tg_op = 'INSERT' and not exists (select 1 from app.payout_changes c where c.user_id = v_user and c.what = 'bank_details')
    or not exists (select 1 from public.profiles p where p.id = v_user and p.deleted_at is null) then
    return null;
  end if;
  v_until := app.note_payout_change(v_user, 'bank_details');
  perform app.announce(v_user, 'bank_details_changed', jsonb_build_object('until', v_until,
    'account', app.masked_number(case tg_op when 'DELETE' then '' else new.bank_account end)));
  return null;
end $$;

CREATE FUNCTION app.tg_booking_offers__broadcast() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell('driver:' || new.driver_id, 'offer', new.id, new.booking_id);
  if tg_op = 'UPDATE' then perform app.tell('booking:' || new.booking_id, 'dispatch', new.booking_id); end if;
  return null;
end $$;

CREATE FUNCTION app.tg_booking_offers__notify() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  insert into app.outbox (kind, user_id, payload, expires_at)
  select 'push', t.user_id, jsonb_build_object('token', t.token, 'platform', t.platform, 'lang', p.lang_locale,
      'channelId', app.push_channel(), 'title', 'trip_offered.title', 'msg', 'trip_offered.text',
      -- No place: a push stays on a phone's screen, and most of those asked do not come.
      'params', jsonb_build_object('reference', o.reference, 'trip_at', o.trip_at),
      'screen', 'DriverTrips', 'booking_id', o.booking_id), o.expires_at
  from offered o
  join public.push_tokens t on t.user_id = o.driver_id and 'trips' = any (t.channels)
  join public.profiles p on p.id = t.user_id
  where o.wave > 0 and o.status = 'open' and coalesce(current_setting('app.quiet', true), '') = '';
  perform app.notify(o.driver_id, 'trip_assigned', jsonb_build_object('reference', o.reference, 'trip_at', o.trip_at), o.booking_id)
  from offered o where o.wave = 0 and o.status = 'open';
  return null;
end $$;

CREATE FUNCTION app.tg_bookings__changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell('booking:' || new.id, 'booking', new.id);
  return null;
end $$;

CREATE FUNCTION app.tg_bookings__guard() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_from text := case when tg_op = 'UPDATE' then old.status end;
begin
  if tg_op = 'UPDATE' and old.status = new.status and old.driver_id is not distinct from new.driver_id then return new; end if;
  if tg_op = 'UPDATE' and current_setting('app.moving', true) is distinct from new.id::text then
    raise sqlstate 'PT409' using message = 'transition_refused', hint = 'Only app.move_booking changes a status or a driver';
  end if;
  if not exists (select 1 from public.booking_transitions t where t.from_status is not distinct from v_from
      and t.to_status = new.status and t.actor = app.actor() ->> 'role') then
    raise sqlstate 'PT409' using message = 'transition_refused',
      hint = format('%s to %s is not for %s', coalesce(v_from, 'nothing'), new.status, app.actor() ->> 'role');
  end if;
  if tg_op = 'INSERT' then return new; end if;
  if new.status in ('NEW', 'ACCEPTED') then new.promised_at := app.promised_arrival(new); end if;
  if new.status = 'PAID' then new := app.with_payment(new); end if;
  return new;
end $$;

CREATE FUNCTION app.tg_bookings__life() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if tg_op = 'INSERT' then
    perform app.booking_created(new);
  elsif old.status <> new.status then
    perform app.booking_moved(old, new);
  end if;
  return null;
end $$;

CREATE FUNCTION app.tg_cancel_reasons__queue() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform pg_advisory_xact_lock(4841400);
  return null;
end $$;

CREATE FUNCTION app.tg_cancel_reasons__renumber() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.cancel_reasons c set value = n.place
  from (select r.id, row_number() over (order by r.value, r.id) - 1 as place from public.cancel_reasons r) n
  where n.id = c.id and c.value <> n.place;
  return null;
end $$;

CREATE FUNCTION app.tg_catalogue__broadcast() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell('admin', tg_table_name);
  if tg_argv[0] = 'everybody' then perform app.tell('catalogue', tg_table_name); end if;
  return null;
end $$;

CREATE FUNCTION app.tg_chat_messages__broadcast() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell('booking:' || new.booking_id, 'chat', new.id);
  return null;
end $$;

CREATE FUNCTION app.tg_chat_messages__push() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  -- No notice: the chat itself is the record.
  perform app.queue_push(case new.source when 'rider' then new.driver_id else new.customer_id end, 'chat',
    jsonb_build_object('title', 'chat_message.title', 'msg', 'chat_message.text', 'screen', 'onlineChat', 'booking_id', new.booking_id,
      'params', jsonb_build_object('message', left(new.message, 200), 'from', p.first_name)), app.now() + interval '1 hour')
  from public.profiles p where p.id = new.from_id;
  return null;
end $$;

CREATE FUNCTION app.tg_dispatch_waves__broadcast() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell('booking:' || new.booking_id, 'dispatch', new.booking_id);
  if new.mode = 'assigned' then perform app.tell('admin', 'booking', new.booking_id); end if;
  return null;
end $$;

CREATE FUNCTION app.tg_driver_documents__broadcast() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_driver uuid := case when tg_op = 'DELETE' then old.driver_id else new.driver_id end;
  v_id uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  perform app.tell('user:' || v_driver, 'document', v_id);
  perform app.tell('admin', 'document', v_id);
  perform app.tell('fleet:' || d.fleet_id, 'document', v_id) from public.drivers d where d.id = v_driver and d.fleet_id is not null;
  return null;
end $$;

CREATE FUNCTION app.tg_drivers__broadcast() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell_driver(new.id, new.fleet_id, case when tg_op = 'UPDATE' then old.fleet_id end);
  return null;
end $$;

CREATE FUNCTION app.tg_drivers__check_fleet() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if not exists (select 1 from public.profiles p where p.id = new.fleet_id and p.usertype = 'fleetadmin' and p.deleted_at is null) then
    raise check_violation using message = format('%s is no fleet admin', new.fleet_id);
  end if;
  return new;
end $$;

CREATE FUNCTION app.tg_drivers__refresh() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.refresh_driver(new.id);
  return null;
end $$;

CREATE FUNCTION app.tg_drivers__version() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.profiles p set version = p.version + 1 where p.id = new.id;
  return null;
end $$;

CREATE FUNCTION app.tg_languages__keep_default() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  raise sqlstate 'PT409' using message = 'default_language', hint = 'Make another language the default first';
end $$;

CREATE FUNCTION app.tg_languages__one_default() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.languages l set is_default = false where l.is_default and l.id <> new.id;
  return new;
end $$;

CREATE FUNCTION app.tg_languages__start() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_texts jsonb;
begin
  select l.key_value_pairs into v_texts from public.languages l where l.is_default;
  if not found then new.is_default := true; end if;
  new.key_value_pairs := coalesce(new.key_value_pairs, v_texts, '{}');
  return new;
end $$;

CREATE FUNCTION app.tg_languages__texts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
declare v_wrong text;
begin
  if jsonb_typeof(new.key_value_pairs) is distinct from 'object' then return new; end if;
  select case when length(t.value) > 2000 then left(t.key, 120) || ' is longer than 2000 characters'
      else left(t.key, 120) || ' is no key such as common.save' end into v_wrong
  from jsonb_each_text(new.key_value_pairs) t
  where length(t.value) > 2000 or length(t.key) > 120 or t.key !~ '^[A-Za-z][A-Za-z0-9_]*([.][A-Za-z][A-Za-z0-9_ ]*)*$' order by t.key limit 1;
  if v_wrong is null and (select count(*) from jsonb_object_keys(new.key_value_pairs)) > 5000 then v_wrong := 'More than 5000 texts'; end if;
  if v_wrong is null and octet_length(new.key_value_pairs::text) > 400000 then v_wrong := 'More than 400 kB of texts'; end if;
  if v_wrong is not null then
    raise sqlstate 'PT422' using message = 'texts_invalid', hint = v_wrong;
  end if;
  return new;
end $_$;

CREATE FUNCTION app.tg_ledger__append_only() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  raise sqlstate 'PT409' using message = 'append_only', hint = 'Money is moved back by a new transaction';
end $$;

CREATE FUNCTION app.tg_ledger_entries__balance() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_sum numeric := (select sum(e.amount) from public.ledger_entries e where e.transaction_id = new.transaction_id);
begin
  if v_sum <> 0 then
    raise check_violation using message = format('ledger transaction %s is off by %s', new.transaction_id, v_sum);
  end if;
  return null;
end $$;

CREATE FUNCTION app.tg_ledger_entries__broadcast() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell('user:' || a.user_id, 'wallet')
  from public.ledger_accounts a where a.id = new.account_id;
  return null;
end $$;

CREATE FUNCTION app.tg_ledger_entries__move_wallet() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_account public.ledger_accounts;
begin
  new.balance := null;
  select a.* into v_account from public.ledger_accounts a where a.id = new.account_id;
  if v_account.user_id is not null then
    update public.profiles p set wallet_balance = p.wallet_balance + new.amount,
      bonus_balance = p.bonus_balance + case v_account.kind when 'bonus' then new.amount else 0 end where p.id = v_account.user_id;
    new.balance := new.amount + app.last_balance(v_account.user_id);
  end if;
  new.id := nextval('public.ledger_entries_id_seq');
  return new;
end $$;

CREATE FUNCTION app.tg_notices__broadcast() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell('user:' || new.user_id, 'notice', new.id);
  return null;
end $$;

CREATE FUNCTION app.tg_outbox__wake_sender() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.wake_sender();
  return null;
end $$;

CREATE FUNCTION app.tg_plain_texts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_row jsonb := to_jsonb(new);
  v_plain jsonb := jsonb_build_object();
  k text;
begin
  foreach k in array tg_argv loop
    if v_row ->> k <> app.plain_lines(v_row ->> k) then v_plain := v_plain || jsonb_build_object(k, app.plain_lines(v_row ->> k)); end if;
  end loop;
  if v_plain = '{}' then return new; end if;
  return jsonb_populate_record(new, v_plain);
end $$;

CREATE FUNCTION app.tg_profiles__broadcast() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell('user:' || new.id, 'profile', new.id);
  perform app.tell('admin', 'person', new.id);
  perform app.tell('fleet:' || d.fleet_id, 'driver', new.id) from public.drivers d where d.id = new.id and d.fleet_id is not null;
  return null;
end $$;

CREATE FUNCTION app.tg_profiles__check_wallet() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_balance numeric := (select p.wallet_balance from public.profiles p where p.id = new.id);
  v_entries numeric := app.last_balance(new.id);
begin
  if v_balance <> v_entries then
    raise check_violation using message = format('wallet of %s says %s, its entries %s', new.id, v_balance, v_entries);
  end if;
  return null;
end $$;

CREATE FUNCTION app.tg_profiles__end_sessions() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.end_sessions(new.id);
  return null;
end $$;

CREATE FUNCTION app.tg_profiles__end_work() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if new.usertype = 'driver' then perform app.end_work(new.id); end if;
  return null;
end $$;

CREATE FUNCTION app.tg_profiles__plain_names() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  new.first_name := app.plain_name(new.first_name);
  new.last_name := app.plain_name(new.last_name);
  if not app.is_name(new.first_name) or not app.is_name(new.last_name) then perform app.refuse_name(); end if;
  return new;
end $$;

CREATE FUNCTION app.tg_profiles__staff_role() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  new.staff_role := case when new.usertype = 'admin' then coalesce(new.staff_role, 'owner') end;
  return new;
end $$;

CREATE FUNCTION app.tg_profiles__suspend() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  new.suspended_at := case when not new.approved and new.deleted_at is null then app.now() end;
  if new.suspended_at is null then new.suspended_reason := null; end if;
  return new;
end $$;

CREATE FUNCTION app.tg_promos__broadcast() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if (tg_op <> 'INSERT' and old.listed) or (tg_op <> 'DELETE' and new.listed) then perform app.tell('catalogue', 'promos'); end if;
  return null;
end $$;

CREATE FUNCTION app.tg_promos__broadcast_staff() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell('admin', 'promos', coalesce(new.id, old.id));
  return null;
end $$;

CREATE FUNCTION app.tg_push_tokens__keep_device() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  insert into app.known_devices as d (hash, user_id)
  select encode(sha256(convert_to(k.key || new.token, 'UTF8')), 'hex'), new.user_id from app.contact_key k
  on conflict on constraint known_devices_pkey do update set at = excluded.at where d.at < excluded.at - interval '1 day';
  return null;
end $$;

CREATE FUNCTION app.tg_require_edits() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.require_true_admin(tg_table_name);
  perform app.require_edits();
  return coalesce(new, old);
end $$;

COMMENT ON FUNCTION app.tg_require_edits() IS 'Attach before insert, update or delete to tables that a demo does not let admins edit.';

CREATE FUNCTION app.tg_require_true_admin() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.require_true_admin(tg_table_name);
  return new;
end $$;

COMMENT ON FUNCTION app.tg_require_true_admin() IS 'Attach before insert or update to tables that admins edit in a demo, too.';

CREATE FUNCTION app.tg_saved_addresses__broadcast() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell('user:' || case when tg_op = 'DELETE' then old.user_id else new.user_id end, 'address',
    case when tg_op = 'DELETE' then old.id else new.id end);
  return null;
end $$;

CREATE FUNCTION app.tg_saved_addresses__trim() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  delete from public.saved_addresses a where a.id in (select o.id from public.saved_addresses o
    where o.user_id = new.user_id and o.label is null and o.id <> new.id order by o.count desc, o.id desc offset 99);
  return null;
end $$;

CREATE FUNCTION app.tg_settings__check() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if not coalesce(new.bonus >= 0 and new.bonus < 'Infinity', false) then
    raise sqlstate 'PT422' using message = 'proper_bonus', hint = 'bonus is a number of zero or more';
  end if;
  if not coalesce(new."decimal" >= 0, false) then new."decimal" := 2; end if;
  if not coalesce(new.driver_radius >= 0 and new.driver_radius < 'Infinity', false) then new.driver_radius := 10; end if;
  new.bonus := round(new.bonus, least(new."decimal", 4));
  if not exists (select 1 from pg_catalog.pg_timezone_names z where z.name = new.time_zone) then
    raise sqlstate 'PT422' using message = 'time_zone_invalid', hint = 'Use a name such as Europe/Vaduz';
  end if;
  new.updated_at := app.now();
  return new;
end $$;

CREATE FUNCTION app.tg_settings__lock_currency() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  -- The owner of the database may: a seed or a migration that converts what is there.
  if coalesce(auth.jwt() ->> 'role', '') = '' then return new; end if;
  lock table public.ledger_transactions in share mode;
  if app.ledger_has_entries() then
    raise sqlstate 'PT409' using message = 'currency_locked', hint = 'code and decimal stay once money was booked';
  end if;
  return new;
end $$;

CREATE FUNCTION app.tg_settings__logo() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if new.logo <> '' and (not exists (select 1 from storage.objects o where o.bucket_id = 'company' and o.name = new.logo)
    or exists (select 1 from app.outbox o where o.kind = 'file' and o.status = 'queued'
      and o.payload ->> 'bucket' = 'company' and o.payload ->> 'path' = new.logo)) then
    raise sqlstate 'PT422' using message = 'logo_not_found', hint = 'Upload it to the bucket company first';
  end if;
  perform app.queue_file_removals('company', array(select old.logo where old.logo <> ''));
  return null;
end $$;

CREATE FUNCTION app.tg_settings__service_switch() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if app.is_person() then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'allow_critical_edits_admin changes only with the service role';
  end if;
  return new;
end $$;

CREATE FUNCTION app.tg_tracking_points__broadcast() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_before record;
begin
  select t.status, t.at into v_before from public.tracking_points t
  where t.booking_id = new.booking_id and t.id < new.id order by t.at desc limit 1;
  if v_before.status is distinct from new.status or date_trunc('minute', v_before.at) is distinct from date_trunc('minute', new.at) then
    perform app.tell('booking:' || new.booking_id, 'tracking', new.booking_id);
  end if;
  return null;
end $$;

CREATE FUNCTION app.tg_users__bound_metadata() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if tg_op = 'UPDATE' and octet_length(old.raw_user_meta_data::text) <= 16384 then
    new.raw_user_meta_data := old.raw_user_meta_data;
  else
    new.raw_user_meta_data := app.said_facts(new.raw_user_meta_data);
  end if;
  return new;
end $$;

CREATE FUNCTION app.tg_users__contact_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_until timestamptz;
begin
  if not exists (select 1 from public.profiles p where p.id = new.id and p.deleted_at is null) then return null; end if;
  v_until := app.note_payout_change(new.id, 'contact');
  perform app.notify(new.id, 'contact_changed', jsonb_build_object('until', v_until));
  perform app.announce_to(new.id, case when old.email is distinct from new.email then old.email end,
    case when old.phone is distinct from new.phone then old.phone end, 'contact_changed', jsonb_build_object('until', v_until));
  return null;
end $$;

CREATE FUNCTION app.tg_users__create_profile() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.create_profile(new);
  return new;
end $$;

CREATE FUNCTION app.tg_users__fill_profile() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.fill_profile(new.id, coalesce(new.raw_user_meta_data, '{}'));
  return new;
end $$;

CREATE FUNCTION app.tg_users__follow_contact() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.profiles p set email = new.email, mobile = coalesce(nullif(new.phone, ''), p.mobile),
    mobile_verified = case when coalesce(new.phone, '') = '' then p.mobile_verified else new.phone_confirmed_at is not null end
  where p.id = new.id;
  if old.email is distinct from new.email or old.phone is distinct from new.phone then perform app.end_sessions(new.id); end if;
  return new;
end $$;

COMMENT ON FUNCTION app.tg_users__follow_contact() IS 'Copies what Auth has proved into the profile. A change ends all sessions: the proof of the new address opens the next one.';

CREATE FUNCTION app.tg_users__forget_strangers() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if app.is_made_by_server(new.raw_app_meta_data)
    or coalesce(greatest(old.confirmation_sent_at, old.recovery_sent_at) <= old.created_at + interval '5 seconds', true) then
    return new;
  end if;
  if new.encrypted_password is not distinct from old.encrypted_password then new.encrypted_password := ''; end if;
  if new.raw_user_meta_data - '{email_verified,phone_verified}'::text[]
    is not distinct from old.raw_user_meta_data - '{email_verified,phone_verified}'::text[] then
    new.raw_user_meta_data := app.said_facts(new.raw_user_meta_data);
  end if;
  return new;
end $$;

CREATE FUNCTION app.tg_users__keep_contacts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.keep_contacts(new.id, case when new.email_confirmed_at is not null then new.email end,
    case when new.phone_confirmed_at is not null then new.phone end);
  return null;
end $$;

CREATE FUNCTION app.tg_users__made_by_server() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  -- Asked here: a condition of the trigger would be asked as the auth server.
  if app.is_made_by_server(old.raw_app_meta_data) or not app.is_made_by_server(new.raw_app_meta_data) then return new; end if;
  delete from public.profiles p where p.id = new.id and p.xmin = pg_current_xact_id()::xid;
  if found then perform app.create_profile(new); end if;
  return new;
end $$;

CREATE FUNCTION app.tg_users__note_silence() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_since timestamptz := app.now() - make_interval(days => (select s.phone_silence_days from public.settings s where s.id = 1));
begin
  if v_since < app.now() and coalesce(old.last_sign_in_at, old.phone_confirmed_at) < v_since
    and not exists (select 1 from auth.sessions s where s.user_id = new.id and coalesce(s.refreshed_at, s.created_at) > v_since) then
    insert into app.silent_numbers as n (user_id, refused_in) values (new.id, pg_current_xact_id())
    on conflict on constraint silent_numbers_pkey do update set refused_in = excluded.refused_in
      where n.admitted_until is null or n.admitted_until < app.now();
  end if;
  return new;
end $$;

CREATE FUNCTION app.tg_version() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if tg_op = 'INSERT' then
    new.version := 1;
  elsif pg_trigger_depth() = 1 and new.version is distinct from old.version then
    perform app.refuse_version(tg_table_name, to_jsonb(old) ->> 'id', old.version);
  elsif to_jsonb(new) - coalesce(tg_argv, '{}') is distinct from to_jsonb(old) - coalesce(tg_argv, '{}') then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

COMMENT ON FUNCTION app.tg_version() IS 'Attach: create trigger <table>__version before insert or update on <table> for each row execute function app.tg_version(columns that others change meanwhile).';

CREATE FUNCTION app.tg_withdraw_requests__broadcast() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.tell('user:' || new.user_id, 'withdrawal', new.id);
  perform app.tell('admin', 'withdrawal', new.id);
  return null;
end $$;

CREATE FUNCTION app.there_since(booking public.bookings) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if not exists (select 1 from public.booking_finances f where f.booking_id = (booking).id and 'arrived_far' = any (f.flags)) then
    return (booking).arrived_at;
  end if;
  return (select min(t.at) from public.tracking_points t where t.booking_id = (booking).id and t.driver_id = (booking).driver_id
    and t.at >= (booking).arrived_at and t.at <= coalesce((booking).started_at, app.now())
    and app.distance_m((booking).pickup_lat, (booking).pickup_lng, t.lat, t.lng) <= 500);
end $$;

COMMENT ON FUNCTION app.there_since(booking public.bookings) IS 'When the driver came to the pickup, as far as it is known; null before.';

CREATE FUNCTION app.time_of(value jsonb) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
  return case jsonb_typeof(value)
    when 'number' then to_timestamp((value #>> '{}')::double precision / 1000)
    when 'string' then (value #>> '{}')::timestamptz
  end;
exception when others then
  return null;
end $$;

COMMENT ON FUNCTION app.time_of(value jsonb) IS 'A time from JSON: an ISO string or milliseconds; null where it is neither.';

CREATE FUNCTION app.to_money(amount numeric) RETURNS numeric
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_amount numeric;
begin
  -- NaN is greater than any number, and so not below the limit.
  if not coalesce(to_money.amount > 0 and to_money.amount < 1000000, false) then return null; end if;
  v_amount := round(to_money.amount, (select s."decimal" from public.settings s where s.id = 1));
  return case when v_amount > 0 then v_amount end;
end $$;

COMMENT ON FUNCTION app.to_money(amount numeric) IS 'An amount that a person gave, rounded half up to settings.decimal; null where it is none: missing, NaN, infinite, a million or more, nothing or less.';

CREATE FUNCTION app.today() RETURNS date
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return (select (app.now() at time zone s.time_zone)::date from public.settings s where s.id = 1);
end $$;

COMMENT ON FUNCTION app.today() IS 'The day it is in settings.time_zone.';

CREATE FUNCTION app.told_fleet(booking public.bookings, reason text) RETURNS uuid
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case when told_fleet.reason in ('late', 'driver_silent', 'off_route', 'stuck', 'code_locked')
    or (told_fleet.reason = 'unpaid' and (booking).payment_mode <> 'card') then (booking).fleet_id end
$$;

COMMENT ON FUNCTION app.told_fleet(booking public.bookings, reason text) IS 'The fleet that can do something about a booking that needs attention for this reason; null: only the office can.';

CREATE FUNCTION app.trail(booking public.bookings) RETURNS TABLE(at timestamp with time zone, lat double precision, lng double precision, verdict text, metres double precision)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 200
    SET search_path TO ''
    AS $$
declare
  v_base public.tracking_points;
  v_mean public.tracking_points;
  v_fixes integer := 0;
  v_last public.tracking_points;
  v_leap public.tracking_points;
  v_leaps integer := 0;
  p public.tracking_points;
begin
  for p in
    select t.* from public.tracking_points t
    where t.booking_id = (booking).id and t.driver_id = (booking).driver_id
      and t.at between (booking).started_at and coalesce((booking).reached_at, app.now())
    order by t.at, t.id
  loop
    at := p.at; lat := p.lat; lng := p.lng; metres := 0;
    if p.accuracy > 100 then
      verdict := 'vague'; return next; continue;
    end if;
    if v_last.at is null or p.at > v_last.at + interval '60 seconds' then
      verdict := 'start';
    elsif app.distance_m(v_last.lat, v_last.lng, p.lat, p.lng) > app.fastest_mps() * extract(epoch from p.at - v_last.at) then
      v_leaps := case when v_leaps > 0 and app.distance_m(v_leap.lat, v_leap.lng, p.lat, p.lng)
        <= app.fastest_mps() * extract(epoch from p.at - v_leap.at) then v_leaps + 1 else 1 end;
      v_leap := p;
      verdict := case when v_leaps < 3 then 'leap' else 'start' end;
    else
      verdict := case when app.distance_m(v_mean.lat, v_mean.lng, p.lat, p.lng) < greatest(25, p.accuracy) then 'still' else 'moved' end;
      if verdict = 'moved' then metres := app.distance_m(v_base.lat, v_base.lng, p.lat, p.lng); end if;
    end if;
    if verdict <> 'leap' then v_leaps := 0; v_last := p; end if;
    if verdict in ('start', 'moved') then
      v_base := p; v_mean := p; v_fixes := 1;
    elsif verdict = 'still' then
      v_fixes := v_fixes + 1;
      v_mean.lat := v_mean.lat + (p.lat - v_mean.lat) / v_fixes;
      v_mean.lng := v_mean.lng + (p.lng - v_mean.lng) / v_fixes;
    end if;
    return next;
  end loop;
end $$;

COMMENT ON FUNCTION app.trail(booking public.bookings) IS 'The points of a trip by its driver, oldest first, each with its verdict (start, moved, still, leap, vague) and the metres it adds.';

CREATE FUNCTION app.trail_gaps(booking public.bookings) RETURNS TABLE(since timestamp with time zone, until timestamp with time zone, secs double precision, most_m double precision)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_lat double precision := (booking).pickup_lat;
  v_lng double precision := (booking).pickup_lng;
  v_babble boolean := false;
  p record;
begin
  since := (booking).started_at;
  for p in
    select t.at, t.lat, t.lng, t.verdict in ('leap', 'vague') as babble from app.trail(booking) t
    union all select coalesce((booking).reached_at, app.now()), (booking).drop_lat, (booking).drop_lng, false
  loop
    if p.babble then v_babble := true; continue; end if;
    until := p.at;
    if until > since + interval '60 seconds' then
      secs := extract(epoch from until - since);
      most_m := case when v_babble then 1.3 * app.distance_m(v_lat, v_lng, p.lat, p.lng) end;
      return next;
    end if;
    since := p.at; v_lat := p.lat; v_lng := p.lng; v_babble := false;
  end loop;
end $$;

COMMENT ON FUNCTION app.trail_gaps(booking public.bookings) IS 'Silences of a trip over a minute, and those in which every point was vague or a leap, with the most that such a one can count (metres).';

CREATE FUNCTION app.trail_kept() RETURNS interval
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$ select interval '180 days' $$;

CREATE FUNCTION app.tries_made(slot integer) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce(pg_sequence_last_value(format('app.code_tries_%s', tries_made.slot)::regclass), 0)
$$;

CREATE FUNCTION app.trip_at_limits(OUT earliest timestamp with time zone, OUT latest timestamp with time zone) RETURNS record
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select app.now() + interval '15 minutes', app.now() + make_interval(days => s.later_days) from public.settings s where s.id = 1
$$;

CREATE FUNCTION app.trip_facts(booking public.bookings, times bigint) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select jsonb_build_object('id', booking.id, 'at', booking.created_at, 'category', booking.category, 'car_type_id', booking.car_type_id, 'car_type', booking.car_type,
    'pickup', jsonb_build_object('lat', booking.pickup_lat, 'lng', booking.pickup_lng, 'add', booking.pickup_address),
    'drop', jsonb_build_object('lat', booking.drop_lat, 'lng', booking.drop_lng, 'add', booking.drop_address),
    'waypoints', booking.waypoints, 'parcel_type_index', booking.parcel_type_index, 'option_index', booking.option_index,
    'payment_mode', booking.payment_mode, 'guest_name', booking.guest_name, 'times', trip_facts.times)
    || case when app.is_demo() then '{}' else coalesce((select to_jsonb(c) from (select k.guest_phone, k.delivery_person, k.delivery_person_phone,
      k.pick_up_instructions, k.delivery_instructions from public.booking_contacts k where k.booking_id = booking.id) c), '{}') end
$$;

COMMENT ON FUNCTION app.trip_facts(booking public.bookings, times bigint) IS 'A booking as what could be booked again, and how often it was among the last hundred.';

CREATE FUNCTION app.unused_reference() RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_reference text;
begin
  loop
    v_reference := app.random_letters(6);
    exit when not exists (select 1 from public.bookings b where b.reference = v_reference);
  end loop;
  return v_reference;
end $$;

CREATE FUNCTION app.unused_referral_id() RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_code text;
begin
  loop
    v_code := app.random_letters(5);
    exit when not exists (select 1 from public.profiles p where p.referral_id = v_code);
  end loop;
  return v_code;
end $$;

CREATE FUNCTION app.usable_bonus(booking public.bookings) RETURNS numeric
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select case when p.bonus_balance > 0 and ((booking).driver_id is null or app.may_take_bonus(p.id, (booking).driver_id))
    then p.bonus_balance else 0 end
  from public.profiles p where p.id = (booking).customer_id
$$;

COMMENT ON FUNCTION app.usable_bonus(booking public.bookings) IS 'The bonus money with which the rider may pay this booking.';

CREATE FUNCTION app.user_exists() RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  perform set_config('response.status', '409', true);
  return jsonb_build_object('code', 'PT409', 'message', 'user_exists', 'hint', 'Somebody has this address or number');
end $$;

CREATE FUNCTION app.uuid_of(said text) RETURNS uuid
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return said::uuid;
exception when invalid_text_representation then
  return null;
end $$;

COMMENT ON FUNCTION app.uuid_of(said text) IS 'A uuid from text; null where it is none.';

CREATE FUNCTION app.visible(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $$
  select regexp_replace(value, '[\u00AD\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180E\u200B\u2060-\u2064\u206A-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\U000E0000-\U000E007F]', '', 'g')
$$;

COMMENT ON FUNCTION app.visible(value text) IS 'A text without characters that are invisible and change nothing.';

CREATE FUNCTION app.wait_ends(booking public.bookings) RETURNS timestamp with time zone
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select greatest(coalesce(app.there_since(booking), (booking).arrived_at), case when (booking).book_later then (booking).trip_at end)
    + make_interval(mins => s.free_wait) from public.settings s where s.id = 1
$$;

COMMENT ON FUNCTION app.wait_ends(booking public.bookings) IS 'When the driver has waited long enough for a rider who does not come; null before arrival. Waiting for a later booking begins at its time.';

CREATE FUNCTION app.waited_at_pickup(booking public.bookings) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select count(*) >= 3 and coalesce(bool_and(h.near), false) and max(h.at - h.before) <= interval '2 minutes'
    and max(h.at) >= app.now() - interval '2 minutes'
  from (select t.at, lag(t.at, 1, w.since) over (order by t.at, t.id) as before,
      app.distance_m((booking).pickup_lat, (booking).pickup_lng, t.lat, t.lng) <= 500 as near
    from (select greatest(app.there_since(booking), case when (booking).book_later then (booking).trip_at end) as since) w
    join public.tracking_points t on t.booking_id = (booking).id and t.driver_id = (booking).driver_id and t.at between w.since and app.now()) h
$$;

COMMENT ON FUNCTION app.waited_at_pickup(booking public.bookings) IS 'Whether the trail shows the car within 500 m of the pickup since it arrived.';

CREATE FUNCTION app.wake_sender() RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
declare
  v_url text;
  v_key text;
begin
  if to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)') is null
    or not exists (select 1 from app.outbox o where o.status = 'queued' and o.due_at <= app.now())
    or exists (select 1 from app.outbox_sender s where s.seen_at > app.now() - interval '6 seconds') then
    return false;
  end if;
  v_url := app.secret('api_url');
  v_key := app.secret('cron_secret');
  if v_url is null or v_key is null then return false; end if;
  execute format('select %I.http_post(url := $1, body := $2, headers := $3, timeout_milliseconds := 5000)', 'net')
    using rtrim(v_url, '/') || '/functions/v1/notifications/send', jsonb_build_object('for_seconds', 50),
      jsonb_build_object('content-type', 'application/json', 'x-cron-secret', v_key);
  return true;
exception when others then
  raise warning 'the sender was not woken: %', sqlerrm;
  return false;
end $_$;

COMMENT ON FUNCTION app.wake_sender() IS 'Calls notifications/send where something is due and no sender is at work. Needs pg_net and the secrets api_url and cron_secret in Vault; without them it does nothing.';

CREATE FUNCTION app.wallet_balance(user_id uuid) RETURNS numeric
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.lock_wallets(wallet_balance.user_id);
  return (select p.wallet_balance from public.profiles p where p.id = wallet_balance.user_id);
end $$;

COMMENT ON FUNCTION app.wallet_balance(user_id uuid) IS 'What is in a wallet with its bonus, locked until the transaction ends.';

CREATE FUNCTION app.watch_attention() RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_changed boolean;
  v_fleets uuid[];
begin
  if not pg_try_advisory_xact_lock(4841580) then return false; end if;
  with seen as materialized (select distinct a.booking_id, a.reason, app.told_fleet(b, a.reason) as fleet_id
    from app.attention() a join public.bookings b on b.id = a.booking_id),
  changed as materialized (select booking_id, reason, t.fleet_id as old_fleet, s.fleet_id as new_fleet, s.booking_id is null as is_over
    from app.attention_told t full join seen s using (booking_id, reason)
    where t.booking_id is null or s.booking_id is null or t.fleet_id is distinct from s.fleet_id),
  gone as (delete from app.attention_told t using changed c where c.is_over and t.booking_id = c.booking_id and t.reason = c.reason),
  come as (insert into app.attention_told (booking_id, reason, fleet_id) select c.booking_id, c.reason, c.new_fleet from changed c where not c.is_over
    on conflict on constraint attention_told_pkey do update set fleet_id = excluded.fleet_id)
  select count(*) > 0, array_agg(distinct f.id) filter (where f.id is not null) into v_changed, v_fleets
  from changed c cross join unnest(array[c.old_fleet, c.new_fleet]) f (id);
  if v_changed then
    perform app.tell('admin', 'attention');
    perform app.tell('fleet:' || f.id, 'attention') from unnest(v_fleets) f (id);
  end if;
  return v_changed;
end $$;

COMMENT ON FUNCTION app.watch_attention() IS 'Tells admins, and the fleets that can do something about it, when the attention list is not what they were last told. Safe to call at any time, any number of times.';

CREATE FUNCTION app.watch_near(booking public.bookings, lat double precision, lng double precision, at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if app.distance_m((booking).pickup_lat, (booking).pickup_lng, watch_near.lat, watch_near.lng) > 300
    or exists (select 1 from app.trip_watch w where w.booking_id = (booking).id and w.driver_id = (booking).driver_id) then return; end if;
  insert into app.trip_watch (booking_id, driver_id, near_at) values ((booking).id, (booking).driver_id, watch_near.at) on conflict do nothing;
  if found and watch_near.at > (booking).accepted_at + interval '1 minute' then
    perform app.notify((booking).customer_id, 'driver_approaching', app.notice_params(booking), (booking).id);
  end if;
end $$;

CREATE FUNCTION app.watch_trip(booking_id uuid, driver_id uuid, lat double precision, lng double precision, accuracy double precision, at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = watch_trip.booking_id and b.driver_id = watch_trip.driver_id;
  case v_booking.status
    when 'ACCEPTED' then perform app.watch_near(v_booking, watch_trip.lat, watch_trip.lng, watch_trip.at);
    when 'STARTED' then perform app.watch_way(v_booking, watch_trip.lat, watch_trip.lng, watch_trip.accuracy, watch_trip.at);
    else null;
  end case;
end $$;

COMMENT ON FUNCTION app.watch_trip(booking_id uuid, driver_id uuid, lat double precision, lng double precision, accuracy double precision, at timestamp with time zone) IS 'Looks at the newest position of a trip: tells the rider that the car is near, once, and remembers since when it is off its way.';

CREATE FUNCTION app.watch_way(booking public.bookings, lat double precision, lng double precision, accuracy double precision, at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_off_m double precision := case when (booking).returning_at is null then app.beside_m((booking).polyline, watch_way.lat, watch_way.lng) end;
  v_target_m double precision;
begin
  -- A poor fix neither finds a car off its way nor brings it back.
  if watch_way.accuracy > 100 then return; end if;
  if app.is_off(v_off_m, watch_way.accuracy) is not true then
    perform app.forget_off_way((booking).id);
    return;
  end if;
  v_target_m := (select app.distance_m(watch_way.lat, watch_way.lng, p.lat, p.lng) from app.places_ahead(booking) p order by p.n limit 1);
  insert into app.trip_watch as w (booking_id, driver_id, off_since, off_target_m, target_m)
  values ((booking).id, (booking).driver_id, watch_way.at, v_target_m, v_target_m)
  on conflict on constraint trip_watch_pkey do update set off_since = coalesce(w.off_since, excluded.off_since),
    off_target_m = coalesce(w.off_target_m, excluded.off_target_m), target_m = excluded.target_m;
end $$;

CREATE FUNCTION app.wave_circle(settings public.settings, wave integer, asked integer, farthest_km numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select round(case when asked < (settings).wave_size then r.km
    else least(r.km, r.km / (settings).wave_count * greatest(wave, ceil(farthest_km * (settings).wave_count / nullif(r.km, 0)))) end, 3)
  from (select (settings).driver_radius * case when (settings).convert_to_mile then 1.609344 else 1 end as km) r
$$;

CREATE FUNCTION app.way_lines(rule jsonb, inputs jsonb, places integer) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
  v_mile boolean := rule -> 'convert_to_mile' = 'true';
  v_km numeric := app.amount_in(inputs -> 'distance_km');
  v_km_per_unit numeric := case when v_mile then 1.609344 else 1 end;
  v_secs numeric := app.amount_in(inputs -> 'secs');
  v_base numeric := round(app.amount_in(rule -> 'base_fare'), places);
  v_distance_rate numeric := app.amount_in(rule -> 'rate_per_unit_distance');
  v_hour_rate numeric := app.amount_in(rule -> 'rate_per_hour');
begin
  if jsonb_typeof(rule -> 'zone_fixed') = 'object' then
    return jsonb_build_array(app.fare_line('zone_fixed', round(app.amount_in(rule #> '{zone_fixed,amount}'), places),
      name => rule #>> '{zone_fixed,name}'));
  end if;
  -- Divided last: miles have no end of decimals, and what is cut off one would turn an amount that ends in half a unit.
  return case when v_base > 0 then jsonb_build_array(app.fare_line('base_fare', v_base)) else '[]' end
    || case when v_distance_rate > 0 then jsonb_build_array(app.fare_line('distance', round(v_distance_rate * v_km / v_km_per_unit, places),
      round(v_km / v_km_per_unit, 3), case when v_mile then 'mi' else 'km' end, v_distance_rate)) else '[]' end
    || case when v_hour_rate > 0 then jsonb_build_array(app.fare_line('time', round(v_hour_rate * v_secs / 3600, places),
      round(v_secs / 60, 2), 'min', round(v_hour_rate / 60, 4))) else '[]' end;
end $$;

CREATE FUNCTION app.weigh_jumps(driver_ids uuid[], lats double precision[], lngs double precision[], ats timestamp with time zone[]) RETURNS SETOF uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_jump app.position_jumps;
begin
  for v_jump in
    insert into app.position_jumps as j (driver_id, lat, lng, at, since, points)
    select distinct on (n.id) n.id, n.lat, n.lng, n.at, app.now(), 1
    from unnest(driver_ids, lats, lngs, ats) n (id, lat, lng, at) join public.driver_positions p on p.driver_id = n.id
    where app.is_place(n.lat, n.lng) and n.at <= app.now() + interval '30 seconds' and p.updated_at <= n.at
      and p.updated_at > n.at - make_interval(secs => app.flat_m(p.lat, p.lng, n.lat, n.lng) / app.fastest_mps())
    order by n.id, n.at desc
    on conflict on constraint position_jumps_pkey do update set lat = excluded.lat, lng = excluded.lng, at = excluded.at,
      since = case when app.is_first_report(j) then '-infinity'
        when app.follows(j, excluded.lat, excluded.lng, excluded.at) then j.since else excluded.since end,
      points = case when app.is_first_report(j) then 3
        when app.follows(j, excluded.lat, excluded.lng, excluded.at) then j.points + 1 else 1 end
    where excluded.at > j.at
    returning j.*
  loop
    continue when v_jump.points < 3 or v_jump.since > app.now() - interval '20 seconds';
    delete from app.position_jumps j where j.driver_id = v_jump.driver_id;
    return next v_jump.driver_id;
  end loop;
end $$;

CREATE FUNCTION app.whom_to_call(booking public.bookings, reason text, person_id uuid) RETURNS TABLE(name text, number text, is_driver boolean)
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select case when w.is_driver then (booking).driver_name when w.is_other then btrim(p.first_name || ' ' || p.last_name)
      else coalesce((booking).guest_name, (booking).customer_name) end,
    nullif(case when w.is_driver then coalesce(c.driver_contact, p.mobile) when w.is_other then p.mobile else coalesce(c.guest_phone, c.customer_contact) end, ''), w.is_driver
  from (select coalesce(whom_to_call.person_id = (booking).driver_id, whom_to_call.reason in ('late', 'driver_silent', 'off_route', 'stuck', 'code_locked')
      and (booking).driver_id is not null) as is_driver, whom_to_call.person_id <> (booking).customer_id as is_other) w
  left join public.booking_contacts c on c.booking_id = (booking).id
  left join public.profiles p on p.id = whom_to_call.person_id
$$;

CREATE FUNCTION app.window_rule(car_type_id uuid, at timestamp with time zone) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select case when count(*) = 0 then '{}' else jsonb_build_object('windows', jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'id', w.id, 'name', w.name, 'amount', w.amount, 'percent', w.percent)) order by w.created_at, w.id)) end
  from public.tariff_windows w join public.settings s on s.id = 1
  where w.active and (w.car_type_id is null or w.car_type_id = window_rule.car_type_id)
    and app.covers(w, window_rule.at at time zone s.time_zone)
$$;

COMMENT ON FUNCTION app.window_rule(car_type_id uuid, at timestamp with time zone) IS 'What tariff windows add to a tariff for a trip at this time: {windows} or {}.';

CREATE FUNCTION app.with_payment(booking public.bookings) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_due numeric := greatest(0, (booking).trip_cost - (booking).discount_amount + (booking).cash_rounding);
begin
  booking.used_wallet_money := (booking).used_wallet_money
    + greatest(0, v_due - app.ledger_balance('held:' || (booking).id) - (booking).cash_payment_amount);
  booking.customer_paid := v_due;
  booking.payable_amount := 0;
  booking.paid_at := coalesce((booking).paid_at, app.now());
  return booking;
end $$;

COMMENT ON FUNCTION app.with_payment(booking public.bookings) IS 'The row of a booking that becomes PAID, with what was paid.';

CREATE FUNCTION app.write_stops(booking public.bookings) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  delete from public.booking_stops s where s.booking_id = (booking).id and s.arrived_at is null;
  insert into public.booking_stops (booking_id, position, lat, lng, address, point_name)
  select (booking).id, w.position, (w.stop ->> 'lat')::double precision, (w.stop ->> 'lng')::double precision, left(coalesce(w.stop ->> 'add', ''), 500), w.stop ->> 'point_name'
  from jsonb_array_elements((booking).waypoints) with ordinality w (stop, position)
  on conflict on constraint booking_stops_pkey do nothing;
  if exists (select 1 from public.booking_stops s where s.booking_id = (booking).id) then perform app.place_stops(booking); end if;
end $$;

COMMENT ON FUNCTION app.write_stops(booking public.bookings) IS 'Makes the stops of the booking''s route; those already reached stand.';

CREATE FUNCTION app.zone_rule(car_type_id uuid, pickup jsonb, drop jsonb, waypoints jsonb) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_drops extensions.geometry := (select extensions.st_collect(app.point_of(p))
    from jsonb_array_elements(coalesce(zone_rule.waypoints, '[]') || jsonb_build_array(zone_rule.drop)) p);
  v_fixed jsonb;
  v_zones jsonb;
  z public.zones;
begin
  for z in select m.* from app.zones_met(zone_rule.car_type_id, app.point_of(zone_rule.pickup), v_drops) m
    order by case m.kind when 'fixed' then extensions.st_area(m.area::extensions.geography) end, m.name, m.id loop
    if z.kind = 'no_service' then
      raise sqlstate 'PT422' using message = 'zone_no_service', hint = format('%s is not served', z.name);
    elsif z.kind = 'fixed' and v_fixed is null and jsonb_array_length(coalesce(zone_rule.waypoints, '[]')) = 0 then
      v_fixed := jsonb_build_object('id', z.id, 'name', z.name, 'amount', z.amount);
    elsif z.kind = 'surcharge' then
      v_zones := coalesce(v_zones, '[]') || jsonb_strip_nulls(jsonb_build_object('id', z.id, 'name', z.name, 'amount', z.amount, 'percent', z.percent));
    end if;
  end loop;
  return case when v_fixed is not null then jsonb_build_object('zone_fixed', v_fixed)
    when v_zones is not null then jsonb_build_object('zones', v_zones) else '{}' end;
end $$;

COMMENT ON FUNCTION app.zone_rule(car_type_id uuid, pickup jsonb, drop jsonb, waypoints jsonb) IS 'What zones add to a tariff: {zone_fixed} or {zones} or {}. Errors: zone_no_service.';

CREATE TABLE public.zones (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    amount numeric,
    percent numeric,
    applies_to text DEFAULT 'either'::text NOT NULL,
    car_type_id uuid,
    active boolean DEFAULT true NOT NULL,
    area extensions.geometry(MultiPolygon,4326) NOT NULL,
    geojson jsonb GENERATED ALWAYS AS ((extensions.st_asgeojson(area, 6, 0))::jsonb) STORED,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT zones_amount_check CHECK (((amount >= (0)::numeric) AND (amount < (1000000)::numeric))),
    CONSTRAINT zones_applies_to_check CHECK ((applies_to = ANY (ARRAY['pickup'::text, 'drop'::text, 'either'::text, 'both'::text]))),
    CONSTRAINT zones_area CHECK ((((extensions.st_npoints(area) >= 4) AND (extensions.st_npoints(area) <= 10000)) AND extensions.st_isvalid(area) AND (extensions.st_xmin((area)::extensions.box3d) >= ('-180'::integer)::double precision) AND (extensions.st_xmax((area)::extensions.box3d) <= (180)::double precision) AND (extensions.st_ymin((area)::extensions.box3d) >= ('-85'::integer)::double precision) AND (extensions.st_ymax((area)::extensions.box3d) <= (85)::double precision))),
    CONSTRAINT zones_kind_check CHECK ((kind = ANY (ARRAY['surcharge'::text, 'fixed'::text, 'no_service'::text]))),
    CONSTRAINT zones_name_check CHECK (((btrim(name) <> ''::text) AND (length(name) <= 100))),
    CONSTRAINT zones_percent_check CHECK (((percent > (0)::numeric) AND (percent <= (1000)::numeric))),
    CONSTRAINT zones_price CHECK (
CASE kind
    WHEN 'surcharge'::text THEN (num_nonnulls(amount, percent) = 1)
    WHEN 'fixed'::text THEN ((amount IS NOT NULL) AND (percent IS NULL))
    ELSE (num_nonnulls(amount, percent) = 0)
END),
    CONSTRAINT zones_version_check CHECK ((version > 0))
);

COMMENT ON TABLE public.zones IS 'Areas that change a price or refuse a trip when it is quoted. no_service comes first; then the smallest fixed zone, for trips without stops, instead of base, distance, time and zone surcharges; else all surcharges add up.';

COMMENT ON COLUMN public.zones.name IS 'What riders read on the fare''s line.';

COMMENT ON COLUMN public.zones.kind IS 'surcharge, fixed or no_service.';

COMMENT ON COLUMN public.zones.amount IS 'Of a surcharge, or the fixed fare.';

COMMENT ON COLUMN public.zones.percent IS 'Of base fare, distance and time; surcharges alone.';

COMMENT ON COLUMN public.zones.applies_to IS 'What has to lie inside. Stops on the way count as drops.';

COMMENT ON COLUMN public.zones.car_type_id IS 'Null for every car type.';

COMMENT ON COLUMN public.zones.active IS 'Off: kept, but no longer applied.';

COMMENT ON COLUMN public.zones.area IS 'Multipolygon in WGS 84.';

COMMENT ON COLUMN public.zones.geojson IS 'The area for clients; written by save_zone, or as area in GeoJSON.';

COMMENT ON COLUMN public.zones.version IS 'How often it was changed. An update that names the version it saw is refused with version_conflict where that is old.';

CREATE FUNCTION app.zones_met(car_type_id uuid, pickup extensions.geometry, drops extensions.geometry) RETURNS SETOF public.zones
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select z.* from public.zones z
  where z.active and (z.car_type_id is null or z.car_type_id = zones_met.car_type_id)
    and z.area operator(extensions.&&) extensions.st_collect(pickup, drops)
    and case z.applies_to
      when 'pickup' then extensions.st_intersects(z.area, pickup)
      when 'drop' then extensions.st_intersects(z.area, drops)
      when 'both' then extensions.st_intersects(z.area, pickup) and extensions.st_intersects(z.area, drops)
      else extensions.st_intersects(z.area, pickup) or extensions.st_intersects(z.area, drops) end
$$;

CREATE FUNCTION public.accept_booking(booking_id uuid) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_booking public.bookings;
begin
  -- Does not wait: with 50 drivers racing, all have an answer after 4.3 ms; a blocking lock took 17 ms. The holder may
  -- still roll back, so the answer is "again", not "taken".
  select b.* into v_booking from public.bookings b where b.id = accept_booking.booking_id for no key update skip locked;
  if not found then
    if exists (select 1 from public.bookings b where b.id = accept_booking.booking_id) then
      raise sqlstate 'PT409' using message = 'try_again', hint = 'Another answer is being recorded; ask once more';
    end if;
    raise sqlstate 'PT404' using message = 'offer_not_found', hint = 'This booking is not offered to you';
  end if;
  if v_booking.driver_id = v_driver.id and v_booking.status <> 'CANCELLED' then return v_booking; end if;
  perform app.check_offer(v_booking, v_driver.id);
  if v_driver.car_type_id is distinct from v_booking.car_type_id then
    raise sqlstate 'PT422' using message = 'driver_unsuitable', hint = 'The booking is for another car type than yours now';
  end if;
  if not v_driver.driver_active_status then
    raise sqlstate 'PT409' using message = 'driver_offline', hint = 'Go on duty first';
  end if;
  if not v_booking.book_later and app.is_busy(v_driver.id) then
    raise sqlstate 'PT409' using message = 'driver_busy', hint = 'Finish the trip you are on first';
  end if;
  perform app.check_driver(v_booking, v_driver.id);
  perform app.act('driver', v_driver.id, p.lat, p.lng)
  from (select 1) one left join public.driver_positions p on p.driver_id = v_driver.id;
  return app.take_booking(v_booking, v_driver);
end $$;

COMMENT ON FUNCTION public.accept_booking(booking_id uuid) IS 'The caller takes a booking offered to them; safe to call twice. Errors: not_a_driver, require_approval, offer_not_found, try_again (ask once more after 200 ms), booking_taken, offer_expired, driver_unsuitable, driver_offline, driver_busy, document_expired, cannot_afford.';

CREATE FUNCTION public.accept_route_change(booking_id uuid) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_booking public.bookings := app.lock_carried(accept_route_change.booking_id);
  v_proposal public.route_proposals := app.lock_proposal(v_booking);
  v_quote public.fare_quotes;
  v_after public.bookings;
begin
  select q.* into strict v_quote from public.fare_quotes q where q.id = v_proposal.quote_id;
  update public.route_proposals p set status = 'accepted', answered_at = app.now() where p.id = v_proposal.id;
  perform app.act_as_driver(v_booking.driver_id);
  v_after := app.replace_route(v_booking, v_quote, v_proposal.asked_by, v_proposal.client_key);
  perform app.notify(v_after.customer_id, 'route_accepted', jsonb_build_object('reference', v_after.reference, 'drop', v_after.drop_address), v_after.id);
  return v_after;
end $$;

COMMENT ON FUNCTION public.accept_route_change(booking_id uuid) IS 'The driver agrees to the cheaper route that the rider asked for; it stands at once. Answers the booking. Errors: not_a_driver, require_approval, booking_not_found, route_change_not_found.';

CREATE FUNCTION public.active_texts(locale text DEFAULT NULL::text, with_default boolean DEFAULT false) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
  v_reply jsonb;
  v_version text;
  v_known text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'if-none-match';
begin
  select jsonb_build_object(
    'languages', coalesce(jsonb_agg(jsonb_build_object('locale', l.lang_locale, 'name', l.lang_name, 'date_locale', l.date_locale)
      order by l.is_default desc, l.lang_name, l.id), '[]'),
    'texts', coalesce((jsonb_agg(l.key_value_pairs) filter (where l.lang_locale = active_texts.locale)) -> 0, '{}'),
    'default_texts', coalesce((jsonb_agg(l.key_value_pairs) filter (where l.is_default and active_texts.with_default)) -> 0, '{}'))
  into v_reply from public.languages l;
  v_version := md5(v_reply::text);
  perform set_config('response.headers', jsonb_build_array(jsonb_build_object('ETag', format('"%s"', v_version)),
    jsonb_build_object('Cache-Control', 'no-cache'))::text, true);
  if current_setting('request.method', true) in ('GET', 'HEAD') and position(format('"%s"', v_version) in v_known) > 0 then
    perform set_config('response.status', '304', true);
    return null;
  end if;
  return v_reply || jsonb_build_object('version', v_version);
end $$;

COMMENT ON FUNCTION public.active_texts(locale text, with_default boolean) IS 'The languages offered, the default first, and the operator''s texts of one of them by namespace and key; with_default adds those of the default, for a language that the page has no texts for. By GET with an ETag, and 304 where nothing changed.';

CREATE TABLE public.booking_extras (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    booking_id uuid NOT NULL,
    key text NOT NULL,
    amount numeric NOT NULL,
    note text,
    by_role text NOT NULL,
    added_by uuid NOT NULL,
    client_key uuid NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    removed_at timestamp with time zone,
    removed_by uuid,
    CONSTRAINT booking_extras_amount_check CHECK (((amount > (0)::numeric) AND (amount < (1000000)::numeric))),
    CONSTRAINT booking_extras_check CHECK (((by_role = ANY (ARRAY['driver'::text, 'admin'::text, 'system'::text])) AND ((by_role = 'system'::text) = (key = 'route_change'::text)))),
    CONSTRAINT booking_extras_check1 CHECK (((removed_at IS NULL) = (removed_by IS NULL))),
    CONSTRAINT booking_extras_key_check CHECK ((key = ANY (ARRAY['toll'::text, 'parking'::text, 'other'::text, 'route_change'::text]))),
    CONSTRAINT booking_extras_note_check CHECK ((length(note) <= 200))
);

COMMENT ON TABLE public.booking_extras IS 'What a trip cost on the way. Those of the driver count as far as the fare stays within 1.5 times the quote (flag extras_capped); others count in full.';

COMMENT ON COLUMN public.booking_extras.key IS 'toll, parking, other, or route_change: what the driver gets for a cheaper route.';

COMMENT ON COLUMN public.booking_extras.amount IS 'As declared, rounded to settings.decimal; what counts of it stands in the fare''s inputs.';

COMMENT ON COLUMN public.booking_extras.note IS 'What the driver or the desk wrote about it.';

COMMENT ON COLUMN public.booking_extras.by_role IS 'driver, admin, or system for route_change.';

COMMENT ON COLUMN public.booking_extras.added_by IS 'Who declared it, or whose change of the route it is for.';

COMMENT ON COLUMN public.booking_extras.removed_by IS 'The admin who took it off.';

CREATE FUNCTION public.add_extra(booking_id uuid, key text, amount numeric, note text DEFAULT NULL::text, client_key uuid DEFAULT gen_random_uuid()) RETURNS public.booking_extras
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_admin boolean := v_me.usertype = 'admin';
  v_booking public.bookings := case when v_admin then app.lock_booking(add_extra.booking_id) else app.lock_carried(add_extra.booking_id) end;
  v_key uuid := coalesce(add_extra.client_key, gen_random_uuid());
  v_amount numeric;
  v_extra public.booking_extras;
begin
  perform app.check_permission(v_me, 'fares');
  select x.* into v_extra from public.booking_extras x where x.added_by = v_me.id and x.client_key = v_key;
  if v_extra.booking_id = v_booking.id then return v_extra; end if;
  if found then
    raise sqlstate 'PT422' using message = 'extra_invalid', hint = 'This client_key belongs to an extra of another trip';
  end if;
  if v_admin then perform app.require_edits(); end if;
  if v_booking.status not in ('ARRIVED', 'STARTED') then perform app.refuse_status(v_booking); end if;
  if v_booking.category <> 'taxi' or v_booking.prepaid then
    raise sqlstate 'PT409' using message = 'extra_refused', hint = 'A parcel, and what is paid already, costs what was quoted';
  end if;
  v_amount := app.extra_amount(add_extra.amount);
  if coalesce(add_extra.key, '') not in ('toll', 'parking', 'other') or length(add_extra.note) > 200 then
    raise sqlstate 'PT422' using message = 'extra_invalid', hint = 'key is toll, parking or other; a note has at most 200 characters';
  end if;
  if (select count(*) from public.booking_extras x where x.booking_id = v_booking.id and x.removed_at is null) >= 10 then
    raise sqlstate 'PT422' using message = 'extra_invalid', hint = 'A trip has at most ten extras';
  end if;
  insert into public.booking_extras (booking_id, key, amount, note, by_role, added_by, client_key)
  values (v_booking.id, add_extra.key, v_amount, nullif(btrim(add_extra.note), ''), case when v_admin then 'admin' else 'driver' end, v_me.id, v_key)
  returning * into v_extra;
  if v_admin then perform app.audit('add_extra', 'bookings', v_booking.id::text, null, to_jsonb(v_extra)); end if;
  perform app.tell('booking:' || v_booking.id, 'booking', v_booking.id);
  perform app.notify(v_booking.customer_id, 'extra_added',
    jsonb_build_object('reference', v_booking.reference, 'kind', v_extra.key, 'amount', v_amount, 'note', coalesce(v_extra.note, '')), v_booking.id);
  return v_extra;
end $$;

COMMENT ON FUNCTION public.add_extra(booking_id uuid, key text, amount numeric, note text, client_key uuid) IS 'The driver, between arriving and the end, declares a toll, a parking fee or another cost of a ride (key toll, parking or other; at most settings.extra_limit each, ten in all); an admin may, too. The rider is told. A repeated client_key answers the first. Errors: must_login, not_a_driver, require_approval, booking_not_found, wrong_status, extra_refused, extra_invalid, demo_mode.';

CREATE FUNCTION public.add_to_wallet(user_id uuid, amount numeric, client_key uuid DEFAULT gen_random_uuid()) RETURNS public.wallet_credit
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_permission('credit');
  v_amount numeric := app.to_money(add_to_wallet.amount);
  v_key text := format('admin_credit:%s:%s', v_me.id, coalesce(add_to_wallet.client_key, gen_random_uuid()));
  v_id bigint;
  v_answer public.wallet_credit;
begin
  perform app.require_edits();
  -- Whoever is leaving holds this lock: money does not go to somebody who has left meanwhile.
  perform app.lock_wallets(add_to_wallet.user_id);
  if v_amount is null or not exists (select 1 from public.profiles p where p.id = add_to_wallet.user_id and p.usertype <> 'admin' and p.deleted_at is null) then
    raise sqlstate 'PT422' using message = 'no_details_error', hint = 'Choose a rider, a driver or a fleet admin, and an amount above 0 and below a million';
  end if;
  -- Two calls with one key at once: the second waits and then finds the first one's transaction.
  perform pg_advisory_xact_lock(hashtextextended(v_key, 0));
  select t.id into v_id from public.ledger_transactions t where t.idempotency_key = v_key;
  if v_id is null then
    perform app.check_one_person(v_me, 'credit', add_to_wallet.user_id, add_to_wallet.user_id, v_amount);
    v_id := app.post_ledger('admin_credit', v_key, null, jsonb_build_array(
      app.entry('wallet:' || add_to_wallet.user_id, v_amount), app.entry('adjustments', -v_amount)));
    perform app.audit('add_to_wallet', 'profiles', add_to_wallet.user_id::text, null, jsonb_build_object('user_id', add_to_wallet.user_id, 'amount', v_amount));
    perform app.notify(add_to_wallet.user_id, 'wallet_credited', jsonb_build_object('amount', v_amount));
  end if;
  select e.id, a.user_id, e.amount, e.balance, 'AdminCredit', t.created_at into strict v_answer
  from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id and a.kind = 'wallet'
  where t.id = v_id;
  return v_answer;
end $$;

COMMENT ON FUNCTION public.add_to_wallet(user_id uuid, amount numeric, client_key uuid) IS 'An admin credits a wallet; the amount is rounded to settings.decimal. Answers {id, user_id, amount, wallet_balance, tx_ref: AdminCredit, date}; a repeated client_key answers the first. Errors: must_login, not_allowed, demo_mode, no_details_error, needs_approval.';

CREATE FUNCTION public.admit_number(user_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_permission('people');
  v_person public.profiles := app.lock_person(admit_number.user_id, v_me);
begin
  insert into app.silent_numbers as n (user_id, admitted_until) values (v_person.id, app.now() + interval '1 day')
  on conflict on constraint silent_numbers_pkey do update set admitted_until = excluded.admitted_until;
  perform app.audit('admit_number', 'profiles', v_person.id::text, null, null);
end $$;

COMMENT ON FUNCTION public.admit_number(user_id uuid) IS 'The desk has made sure that a number still belongs to this person: for a day a code to it opens the account, however long it was silent. Errors: must_login, not_allowed, person_not_found.';

CREATE FUNCTION public.apply_promo(quote_id uuid, code text DEFAULT NULL::text) RETURNS public.fare_quotes
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_quote public.fare_quotes := app.lock_quote(quote_id, v_me);
  v_code text := upper(btrim(coalesce(code, '')));
  v_promo public.promos;
begin
  if v_code <> '' then
    select p.* into v_promo from public.promos p where upper(p.promo_name) = v_code;
    if not found then
      raise sqlstate 'PT404' using message = 'promo_not_found', hint = 'There is no promotion of this name';
    end if;
    perform app.check_promo(v_promo, v_quote.customer_id, v_quote.trip_cost);
  end if;
  update public.fare_quotes q set promo_id = v_promo.id, promo_code = v_promo.promo_name,
    discount_amount = app.promo_amount(case when v_promo.id is not null then app.promo_facts(v_promo) end, q.trip_cost,
      (select s."decimal" from public.settings s where s.id = 1))
  where q.id = v_quote.id returning q.* into v_quote;
  return v_quote;
end $$;

COMMENT ON FUNCTION public.apply_promo(quote_id uuid, code text) IS 'Puts a promotion on a quote, in the place of any before; no code takes it off. Reserves nothing: the use is taken when the quote is booked. Answers the quote with promo_code, discount_amount, payable_amount and cash_amount. Errors: must_login, quote_not_found, quote_used, quote_expired, promo_not_found, promo_expired, promo_min_order, promo_used, promo_used_up.';

CREATE FUNCTION public.approve(id uuid) RETURNS public.approvals
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_permission('desk');
  v_row public.approvals := app.lock_approval(approve.id, v_me);
begin
  if v_row.status = 'approved' then return v_row; end if;
  if v_row.status <> 'pending' then perform app.refuse_closed(); end if;
  perform app.check_second(v_me, v_row);
  -- What one of the two did alone meanwhile is not what two decided.
  if v_row.kind = 'payout' and exists (select 1 from public.withdraw_requests w where w.id = v_row.target_id and w.processed) then
    perform app.refuse_closed();
  end if;
  update public.approvals a set status = 'approved', decided_by = v_me.id, decided_at = app.now() where a.id = v_row.id returning a.* into v_row;
  perform app.audit('approve_request', 'approvals', v_row.id::text, jsonb_build_object('requested_by', v_row.requested_by),
    jsonb_build_object('kind', v_row.kind, 'target_id', v_row.target_id, 'user_id', v_row.user_id, 'amount', v_row.amount));
  perform set_config('app.approval', v_row.id::text, true);
  case v_row.kind
    -- Keys of their own: one that can be known would let the second person use it for something else before.
    when 'credit' then perform public.add_to_wallet(v_row.target_id, v_row.amount);
    when 'refund' then perform public.refund_booking(v_row.target_id, v_row.amount, v_row.reason);
    when 'payout' then perform public.complete_withdrawal(v_row.target_id);
    when 'bank_release' then perform public.release_payouts(v_row.target_id, v_row.reason);
    -- The row itself raises what the lists show for a day: app.rows_approved.
    when 'export' then null;
  end case;
  perform set_config('app.approval', '', true);
  return v_row;
end $$;

COMMENT ON FUNCTION public.approve(id uuid) IS 'Another admin agrees, and what was asked for is done at once; safe to call twice, with one effect. Errors: must_login, not_allowed, demo_mode, approval_not_found, approval_closed, second_person_needed, and those of what is done.';

CREATE FUNCTION public.approve_driver(driver_id uuid) RETURNS public.profiles
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.require_staff('people');
  if not exists (select 1 from public.profiles p where p.id = approve_driver.driver_id and p.usertype = 'driver') then
    raise sqlstate 'PT404' using message = 'person_not_found', hint = 'There is no such driver';
  end if;
  return public.set_approved(approve_driver.driver_id, true);
end $$;

COMMENT ON FUNCTION public.approve_driver(driver_id uuid) IS 'set_approved for a driver. Errors: must_login, not_allowed, person_not_found.';

CREATE FUNCTION public.arrive_at_pickup(booking_id uuid) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_booking public.bookings := app.lock_carried(arrive_at_pickup.booking_id);
begin
  if v_booking.status = 'ARRIVED' then return v_booking; end if;
  if v_booking.status <> 'ACCEPTED' then perform app.refuse_status(v_booking); end if;
  if v_booking.engaged_at is null and app.is_busy(v_booking.driver_id) then
    raise sqlstate 'PT409' using message = 'driver_busy', hint = 'Finish the trip you are on first';
  end if;
  if not app.is_at(v_booking.driver_id, v_booking.pickup_lat, v_booking.pickup_lng) then
    update public.booking_finances f set flags = f.flags || '{arrived_far}' where f.booking_id = v_booking.id;
  end if;
  perform app.act_as_driver(v_booking.driver_id);
  return app.move_booking(v_booking.id, 'ARRIVED', jsonb_build_object('arrived_at', app.now(), 'engaged_at', coalesce(v_booking.engaged_at, app.now())));
end $$;

COMMENT ON FUNCTION public.arrive_at_pickup(booking_id uuid) IS 'The driver is at the pickup; safe to call twice. Errors: not_a_driver, require_approval, booking_not_found, wrong_status, driver_busy.';

CREATE TABLE public.booking_stops (
    booking_id uuid NOT NULL,
    "position" integer NOT NULL,
    lat double precision NOT NULL,
    lng double precision NOT NULL,
    address text DEFAULT ''::text NOT NULL,
    point_name text,
    arrived_at timestamp with time zone,
    along_m double precision,
    CONSTRAINT booking_stops_along_m_check CHECK ((along_m >= (0)::double precision)),
    CONSTRAINT booking_stops_check CHECK (app.is_place(lat, lng)),
    CONSTRAINT booking_stops_position_check CHECK ((("position" >= 1) AND ("position" <= 23)))
);

COMMENT ON TABLE public.booking_stops IS 'Where a trip stops between pickup and drop, in order; bookings.waypoints holds the same places.';

COMMENT ON COLUMN public.booking_stops."position" IS '1, 2, … in the order of the trip.';

COMMENT ON COLUMN public.booking_stops.point_name IS 'What the server''s own map calls the point; null where it has no name.';

COMMENT ON COLUMN public.booking_stops.arrived_at IS 'When the driver was there; null before.';

COMMENT ON COLUMN public.booking_stops.along_m IS 'Metres of the quoted way until here; null where the way is not known.';

CREATE FUNCTION public.arrive_at_stop(booking_id uuid, "position" integer) RETURNS public.booking_stops
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_booking public.bookings := app.lock_carried(arrive_at_stop.booking_id, finishing => true);
  v_stop public.booking_stops;
begin
  select s.* into v_stop from public.booking_stops s where s.booking_id = v_booking.id and s.position = arrive_at_stop.position;
  if not found then
    raise sqlstate 'PT404' using message = 'stop_not_found', hint = 'The booking has no such stop';
  end if;
  if v_stop.arrived_at is not null then return v_stop; end if;
  if v_booking.status <> 'STARTED' then perform app.refuse_status(v_booking); end if;
  if exists (select 1 from public.booking_stops s where s.booking_id = v_booking.id
      and s.position < v_stop.position and s.arrived_at is null) then
    raise sqlstate 'PT409' using message = 'stop_out_of_order', hint = 'Reach the stops before it first, or let the rider change the route';
  end if;
  update public.booking_stops s set arrived_at = app.now()
  where s.booking_id = v_booking.id and s.position = v_stop.position returning s.* into v_stop;
  perform app.forget_off_way(v_booking.id);
  perform app.act_as_driver(v_booking.driver_id);
  perform app.add_event(v_booking.id, v_booking.status, v_booking.status, 'stop_reached');
  perform app.tell('booking:' || v_booking.id, 'booking', v_booking.id);
  return v_stop;
end $$;

COMMENT ON FUNCTION public.arrive_at_stop(booking_id uuid, "position" integer) IS 'The driver is at a stop of the trip, counted from 1; in order, safe to call twice. Answers the stop. Errors: not_a_driver, require_approval, booking_not_found, stop_not_found, wrong_status, stop_out_of_order.';

CREATE FUNCTION public.assign_driver(booking_id uuid, driver_id uuid) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.require_permission('bookings');
  return app.assign(assign_driver.booking_id, assign_driver.driver_id);
end $$;

COMMENT ON FUNCTION public.assign_driver(booking_id uuid, driver_id uuid) IS 'An admin asks one driver, who has settings.assign_timeout seconds to answer. Answers the booking. Errors: not_allowed, booking_not_found, wrong_status, offer_open, driver_unsuitable, document_expired, cannot_afford, driver_busy.';

CREATE FUNCTION public.assign_drivers(assignments jsonb) RETURNS SETOF public.assignment_result
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_results jsonb := jsonb_build_array();
  v_hint text;
  p record;
begin
  perform app.require_permission('bookings');
  if jsonb_typeof(assignments) is distinct from 'array' or jsonb_array_length(assignments) not between 1 and 200 then
    raise sqlstate 'PT422' using message = 'assignments_invalid', hint = 'Give 1 to 200 of {booking_id, driver_id}';
  end if;
  -- In the order of ids, as every row stays locked until the end: two desks cannot wait for one another.
  for p in
    select a.place, app.uuid_of(a.line ->> 'booking_id') as booking_id, app.uuid_of(a.line ->> 'driver_id') as driver_id,
      a.line ->> 'booking_id' as said_booking, a.line ->> 'driver_id' as said_driver
    from jsonb_array_elements(assignments) with ordinality a (line, place) order by 2, 1
  loop
    -- Each on its own: a refusal undoes nothing but itself.
    begin
      perform app.assign(p.booking_id, p.driver_id);
      v_results := v_results || jsonb_build_object('place', p.place, 'booking_id', p.booking_id, 'driver_id', p.driver_id, 'assigned', true);
    exception when others then
      if sqlstate not like 'PT4%' then raise; end if;
      get stacked diagnostics v_hint = pg_exception_hint;
      v_results := v_results || jsonb_build_object('place', p.place, 'booking_id', p.said_booking, 'driver_id', p.said_driver,
        'assigned', false, 'message', sqlerrm, 'hint', v_hint);
    end;
  end loop;
  return query select t.* from jsonb_array_elements(v_results) r (line), jsonb_populate_record(null::public.assignment_result, r.line) t
    order by (r.line ->> 'place')::integer;
end $$;

COMMENT ON FUNCTION public.assign_drivers(assignments jsonb) IS 'assign_driver for many: [{booking_id, driver_id}], 200 at most. Answers in the same order [{booking_id, driver_id, assigned, message, hint}], message being the key of the refusal. Errors: not_allowed, assignments_invalid.';

CREATE FUNCTION public.assignable_drivers(booking_id uuid, search text DEFAULT NULL::text) RETURNS SETOF public.assignable_driver
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_search text := nullif(btrim(assignable_drivers.search), '');
  v_booking public.bookings;
  v_rows public.assignable_driver[];
begin
  perform app.require_permission('bookings');
  select b.* into v_booking from public.bookings b where b.id = assignable_drivers.booking_id;
  if not found then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking';
  end if;
  if v_booking.status <> 'NEW' then perform app.refuse_status(v_booking); end if;
  select array_agg(row(j.id, j.name, j.vehicle_number, j.vehicle, j.car_type, j.lat, j.lng, j.km, j.seen_at, j.state, j.bar is null,
      coalesce(j.bar, j.note))::public.assignable_driver order by j.bar is not null, j.km nulls last, j.name, j.id) into v_rows
  from (
    select i.* from (
      select d.id, btrim(p.first_name || ' ' || p.last_name) as name, d.vehicle_number, nullif(concat_ws(' ', d.vehicle_make, d.vehicle_model), '') as vehicle,
        c.name as car_type, n.lat, n.lng, n.seen_at,
        case when n.lat is not null then round((app.distance_m(v_booking.pickup_lat, v_booking.pickup_lng, n.lat, n.lng) / 1000)::numeric, 2) end as km,
        case when not d.driver_active_status then 'off_duty' when app.is_busy(d.id) then 'busy'
          when n.seen_at is null or n.seen_at <= app.now() - interval '60 seconds' then 'silent' else 'free' end as state,
        app.bar_to_assign(v_booking, d.id) as bar, app.note_on_driver(v_booking, d.id, d.driver_active_status, n.seen_at) as note
      from (select f.* from app.drivers_near(v_booking) f where v_search is null
        union all select f.* from app.drivers_named(v_search) f where v_search is not null) n
      join public.drivers d on d.id = n.driver_id
      join public.profiles p on p.id = d.id
      left join public.car_types c on c.id = d.car_type_id) i
    order by i.bar is not null, i.km nulls last, i.name, i.id limit 50) j;
  -- Drivers on duty are on the desk's map anyway; a search reaches everybody, so it counts as a list of people does.
  if v_search is not null then
    perform app.show_rows('people', v_booking.id, (select array_agg(r.driver_id) from unnest(v_rows) r));
  end if;
  return query select r.* from unnest(v_rows) r;
end $$;

COMMENT ON FUNCTION public.assignable_drivers(booking_id uuid, search text) IS 'Whom the desk may ask for a NEW booking: at most 50 drivers on duty, or by a part of name or plate on duty or not, those whom assign_driver takes first (assignable), each group nearest first by straight line: {driver_id, driver_name, vehicle_number, vehicle, car_type, lat, lng, distance_km, seen_at, state (free, busy, silent, off_duty), assignable, reason}. reason says what speaks against a driver: not_approved, other_car_type, document_expired, cannot_afford, bonus_refused, busy, asked where it may not be, declined, off_duty, busy, stale_position, lapsed where it may. A search is logged and counts for the read limit. Errors: must_login, not_allowed, booking_not_found, wrong_status, needs_approval.';

CREATE FUNCTION public.attention(booking public.bookings) RETURNS text[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_told app.attention_told[] := array(select t from app.attention_told t where t.booking_id = (booking).id);
begin
  if v_told = '{}' then return null; end if;
  return (select array_agg(t.reason order by t.reason) from unnest(v_told) t
    where app.holds('desk') or not app.is_person() or (t.fleet_id = auth.uid() and app.is_now('fleetadmin')
      and exists (select from public.bookings b where b.id = t.booking_id and b.fleet_id = t.fleet_id)));
end $$;

COMMENT ON FUNCTION public.attention(booking public.bookings) IS 'Why a booking needs attention, as attention_list names the reasons and as it was last told (a column of bookings): all reasons for admins with the permission desk, for fleet admins those that their fleet can end; null for none and for others.';

CREATE FUNCTION public.attention_list() RETURNS TABLE(booking_id uuid, reference text, reason text, since timestamp with time zone, status public.booking_status, category text, customer_name text, driver_id uuid, driver_name text, pickup_address text, drop_address text, trip_at timestamp with time zone, payable_amount numeric, dispatch_note text, is_alarm boolean, lat double precision, lng double precision, contact_name text, contact text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_fleet uuid := case when v_me.usertype = 'fleetadmin' then v_me.id end;
  v_is_demo boolean := app.is_demo();
begin
  return query with l as materialized (select b, a.reason, a.since, r.person_id, r.reason is not null as is_alarm,
      coalesce(r.lat, p.lat, b.pickup_lat) as lat, coalesce(r.lng, p.lng, b.pickup_lng) as lng
    from app.attention() a join public.bookings b on b.id = a.booking_id
    left join app.alarms r on r.booking_id = a.booking_id and r.reason = a.reason
    -- Whoever is on the way is where the car is.
    left join public.driver_positions p on p.driver_id = b.driver_id and b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED')
    where v_fleet is null or app.told_fleet(b, a.reason) = v_fleet
    order by r.reason is null, a.since, b.id, a.reason limit 500),
  -- Logged, but not counted: what needs the desk is never out of reach.
  c as materialized (select app.log_list('addresses', null, count(*)) from l having count(*) > 0)
  select (l.b).id, (l.b).reference, l.reason, l.since, (l.b).status, (l.b).category, (l.b).customer_name, (l.b).driver_id, (l.b).driver_name,
    (l.b).pickup_address, (l.b).drop_address, (l.b).trip_at, (l.b).payable_amount, (l.b).dispatch_note, l.is_alarm, l.lat, l.lng, w.name,
    case when v_fleet is not null and not w.is_driver then null when v_is_demo then app.masked_number(w.number) else w.number end
  from l cross join c cross join lateral app.whom_to_call(l.b, l.reason, l.person_id) w
  order by not l.is_alarm, l.since, (l.b).id, l.reason;
end $$;

COMMENT ON FUNCTION public.attention_list() IS 'Bookings that need the desk, alarms on top (is_alarm: rows of app.alarms, whose reasons others name), then longest waiting first, once per reason, with where it is (the car under way, else the pickup) and whom to call: no_driver, late (not at the pickup in time), driver_silent (no position for 5 minutes), off_route (for 3 minutes, and going away from where it should), stuck (waits 20 minutes, drives twice as long as quoted, or does not end), code_locked, unpaid (15 minutes after the end), no_show_fee (waits for decide_no_show_fee: no trail at the pickup, or the rider objects), held_at_quote, long_way and ended_elsewhere (the last 72 hours: the fare was held at the quote; was paid by the meter for a longer way than quoted; was measured, as an upfront ride did not end at its drop). For admins; fleet admins see what their fleet can end, and their drivers'' numbers alone. In a demo numbers are masked; the access log notes who read how many. Errors: must_login, not_allowed.';

CREATE FUNCTION public.booking_receipts(booking_id uuid) RETURNS SETOF public.receipt_document
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles;
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = booking_receipts.booking_id;
  if app.is_person() then
    v_me := app.caller();
    if v_booking.id is null or not coalesce(v_booking.customer_id = v_me.id or v_me.usertype = 'admin'
      or (v_me.usertype = 'fleetadmin' and v_booking.fleet_id = v_me.id), false) then
      raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
    end if;
    if v_booking.customer_id <> v_me.id then perform app.show_rows('addresses', v_booking.id, array[v_booking.id]); end if;
  end if;
  perform app.issue_if_due(v_booking.id);
  return query select r.id, r.booking_id, r.kind, r.number, r.issued_at, r.lang, v_booking.customer_name, v_booking.guest_name, v_booking.driver_name, r.content
    from public.receipts r where r.booking_id = v_booking.id order by r.serial;
end $$;

COMMENT ON FUNCTION public.booking_receipts(booking_id uuid) IS 'The receipt of a booking and after it its credit notes, for its rider, its fleet''s admin, admins and the service role; no row before the receipt is issued, which is a moment after PAID, or now. The access log notes staff. Errors: must_login, account_suspended, not_allowed, booking_not_found, needs_approval (above settings.export_limit).';

CREATE FUNCTION public.cancel_booking(booking_id uuid, reason text DEFAULT NULL::text) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings := app.lock_booking(cancel_booking.booking_id);
  v_role text := app.role_in(v_booking, v_me);
  v_was text := v_booking.status;
  v_reason text := cancel_booking.reason;
begin
  -- A demo lets riders and admins cancel, nobody else.
  if v_role = 'driver' then perform app.require_edits(); end if;
  if v_booking.status = 'CANCELLED' then return v_booking; end if;
  perform app.check_cancel(v_booking, v_role);
  if v_role = 'driver' then return app.give_back(v_booking, v_reason); end if;
  if v_was = 'PAYMENT_PENDING' then v_reason := 'incomplete_booking'; end if;
  perform app.act(v_role, v_me.id, note => left(v_reason, 500));
  v_booking := app.end_booking(v_booking, v_role, v_reason, case when v_role = 'rider' then app.cancellation_fee(v_booking) else 0 end);
  if v_role = 'admin' then
    perform app.audit('cancel_booking', 'bookings', v_booking.id::text, jsonb_build_object('status', v_was),
      jsonb_build_object('status', v_booking.status, 'reason', v_booking.reason));
  end if;
  return v_booking;
end $$;

COMMENT ON FUNCTION public.cancel_booking(booking_id uuid, reason text) IS 'Ends a booking; from its driver it goes back to dispatch, the third time it ends. Riders pay the car type''s slab once accepted (cancellation_quote), at least the lowest after settings.free_cancellations free ones in 24 hours; nobody else pays. An unpaid parcel ends with the reason incomplete_booking. Safe to call twice. Errors: must_login, booking_not_found, cannot_cancel, demo_mode.';

CREATE FUNCTION public.cancellation_quote(booking_id uuid) RETURNS numeric
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
  v_role text;
begin
  select b.* into v_booking from public.bookings b where b.id = cancellation_quote.booking_id;
  v_role := app.role_in(v_booking, v_me);
  perform app.check_cancel(v_booking, v_role);
  return case when v_role = 'rider' then app.cancellation_fee(v_booking) else 0 end;
end $$;

COMMENT ON FUNCTION public.cancellation_quote(booking_id uuid) IS 'The fee the caller would owe by cancel_booking now; 0 for driver and admin. Errors: must_login, booking_not_found, cannot_cancel.';

CREATE FUNCTION public.car_type_uses(car_type_id uuid) RETURNS public.counted_uses
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_month timestamptz := (select date_trunc('month', app.now() at time zone s.time_zone) at time zone s.time_zone from public.settings s where s.id = 1);
begin
  perform app.require_permission('prices');
  return row(
    (select count(*) from public.drivers d where d.car_type_id = car_type_uses.car_type_id),
    -- Beyond a thousand nobody needs the figure, and counting a year of bookings takes its time.
    (select count(*) from (select 1 from public.bookings b where b.car_type_id = car_type_uses.car_type_id limit 1000) n),
    (select count(*) from (select 1 from public.bookings b where b.car_type_id = car_type_uses.car_type_id
      and b.created_at >= v_month limit 1000) n),
    (select count(*) from public.zones z where z.car_type_id = car_type_uses.car_type_id),
    (select count(*) from public.tariff_windows w where w.car_type_id = car_type_uses.car_type_id))::public.counted_uses;
end $$;

COMMENT ON FUNCTION public.car_type_uses(car_type_id uuid) IS 'What refers to a car type; bookings are counted up to 1000. With drivers or bookings it cannot be deleted; its zones and tariff windows would go with it. Errors: must_login, not_allowed.';

CREATE FUNCTION public.change_route(booking_id uuid, quote_id uuid, client_key uuid DEFAULT gen_random_uuid()) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings := app.lock_booking(change_route.booking_id);
  v_after public.bookings;
  v_quote public.fare_quotes;
  v_key uuid := coalesce(change_route.client_key, gen_random_uuid());
  v_agrees boolean;
begin
  if app.role_in(v_booking, v_me) = 'driver' then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'The rider decides where to go';
  end if;
  if exists (select 1 from public.booking_revisions r where r.booking_id = v_booking.id and r.client_key = v_key)
    or exists (select 1 from public.route_proposals p where p.booking_id = v_booking.id and p.client_key = v_key) then return v_booking; end if;
  if v_booking.status not in ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED') then perform app.refuse_status(v_booking); end if;
  if v_booking.prepaid or v_booking.returning_at is not null then
    raise sqlstate 'PT409' using message = 'route_fixed', hint = 'What is paid already, or on its way back, keeps its route';
  end if;
  if (select count(*) from public.booking_revisions r where r.booking_id = v_booking.id)
    + (select count(*) from public.route_proposals p where p.booking_id = v_booking.id and p.status <> 'accepted') >= 10 then
    raise sqlstate 'PT409' using message = 'too_many_changes', hint = 'Ten changes of a booking are enough';
  end if;
  v_quote := app.take_quote(change_route.quote_id, v_me);
  perform app.check_route(v_booking, v_quote);
  v_agrees := app.needs_agreement(v_booking, v_quote, v_me);
  if v_agrees and (select s.cheaper_route from public.settings s where s.id = 1) = 'agree' then
    perform app.propose_route(v_booking, v_quote, v_key);
    return v_booking;
  end if;
  perform app.act(v_me.usertype, v_me.id);
  v_after := app.replace_route(v_booking, v_quote, v_me.id, v_key);
  if v_agrees then perform app.compensate_route(v_after, v_key); end if;
  if v_me.usertype = 'admin' then
    perform app.audit('change_route', 'bookings', v_booking.id::text, app.route_of(v_booking), app.route_of(v_after));
  end if;
  if v_after.driver_id is not null then
    perform app.notify(v_after.driver_id, 'trip_rerouted', jsonb_build_object('reference', v_after.reference, 'drop', v_after.drop_address), v_after.id);
  elsif v_after.status = 'NEW' then
    perform app.search_again(v_after.id);
    select b.* into v_after from public.bookings b where b.id = v_after.id;
  end if;
  return v_after;
end $$;

COMMENT ON FUNCTION public.change_route(booking_id uuid, quote_id uuid, client_key uuid) IS 'Gives a booking another drop or other stops by a new quote, from its pickup over the stops already reached; the driver stays and is told, drivers being asked are asked anew. Under way the fare may not fall. Between acceptance and start a fare below the one the driver accepted waits for accept_route_change (the answer is the booking as it was, route_proposals has the row), or costs a compensation (settings.cheaper_route). The promotion stays; one on the new quote is ignored. A repeated client_key changes nothing. Errors: must_login, booking_not_found, not_allowed, wrong_status, route_fixed, too_many_changes, quote_not_found, quote_used, quote_expired, quote_unsuitable, quote_mismatch, route_shortened, promo_min_order.';

CREATE FUNCTION public.check_user_exists(email text DEFAULT NULL::text, mobile text DEFAULT NULL::text) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles;
  v_taken boolean;
begin
  -- To anybody else it would tell who has an account.
  if app.is_person() then v_me := app.require_staff('people'); end if;
  perform app.require_contact(check_user_exists.email, check_user_exists.mobile);
  v_taken := app.is_contact_taken(check_user_exists.email, check_user_exists.mobile);
  if v_me.id is not null then
    perform app.spend_check(v_me, check_user_exists.email, check_user_exists.mobile, v_taken);
    if v_taken then return app.user_exists(); end if;
  elsif v_taken then
    raise sqlstate 'PT409' using message = 'user_exists', hint = 'Somebody has this address or number';
  end if;
  return '{"users": []}'::jsonb;
end $$;

COMMENT ON FUNCTION public.check_user_exists(email text, mobile text) IS 'Whether an address or number is free: {"users": []}, else user_exists. For the service role, admins, and fleet admins twenty times an hour; what staff asks is logged. Errors: must_login, not_allowed, email_or_mobile_issue, user_exists, too_many_requests.';

CREATE FUNCTION public.complete_withdrawal(id uuid) RETURNS public.withdraw_requests
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_request public.withdraw_requests := app.lock_withdrawal(complete_withdrawal.id);
begin
  if v_request.processed then return v_request; end if;
  if v_request.rejected_at is not null then
    raise sqlstate 'PT409' using message = 'withdrawal_closed', hint = 'It was rejected, and the money is back in the wallet';
  end if;
  perform app.check_one_person(v_me, 'payout', v_request.id, v_request.user_id, v_request.amount);
  perform app.post_ledger('withdrawal_completed', 'withdrawal_completed:' || v_request.id, null, jsonb_build_array(
    app.entry('payouts_pending', -v_request.amount), app.entry('bank', v_request.amount)));
  update public.withdraw_requests r set processed = true, process_date = app.now() where r.id = v_request.id returning r.* into v_request;
  perform app.audit('complete_withdrawal', 'withdraw_requests', v_request.id::text, jsonb_build_object('processed', false),
    jsonb_build_object('processed', true, 'user_id', v_request.user_id, 'amount', v_request.amount));
  perform app.notify(v_request.user_id, 'withdrawal_completed', jsonb_build_object('amount', v_request.amount));
  return v_request;
end $$;

COMMENT ON FUNCTION public.complete_withdrawal(id uuid) IS 'An admin transferred the money; safe to call twice, with one effect. Answers the request. Errors: must_login, not_allowed, demo_mode, withdrawal_not_found, withdrawal_closed, needs_approval.';

CREATE FUNCTION public.confirm_cash(booking_id uuid) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.caller();
  v_was public.bookings;
  v_booking public.bookings;
  v_cash numeric;
begin
  perform app.check_permission(v_me, 'cash');
  if v_me.usertype = 'admin' then
    perform app.require_edits();
    v_was := app.lock_booking(confirm_cash.booking_id);
  else
    v_was := app.lock_carried(confirm_cash.booking_id, finishing => true);
  end if;
  if v_was.status in ('PAID', 'COMPLETE') then return v_was; end if;
  if v_me.usertype = 'admin' then perform app.refuse_own(v_me, v_was.customer_id), app.refuse_own(v_me, v_was.driver_id); end if;
  if v_was.status <> 'PENDING' then perform app.refuse_status(v_was); end if;
  -- What a wallet does not cover is paid in cash; of a card only an admin knows better.
  if v_was.payment_mode = 'card' and v_me.usertype <> 'admin' then
    raise sqlstate 'PT409' using message = 'not_a_cash_booking', hint = 'This ride is not paid in cash';
  end if;
  perform app.act(v_me.usertype, v_me.id, note => 'cash');
  v_cash := app.cash_to_collect(v_was.id, app.open_amount(v_was));
  v_booking := app.move_booking(v_was.id, 'PAID', jsonb_build_object('cash_payment_amount', v_cash, 'cash_rounding', v_cash - app.open_amount(v_was)));
  if v_me.usertype = 'admin' then
    perform app.audit('confirm_cash', 'bookings', v_booking.id::text, jsonb_build_object('status', v_was.status),
      jsonb_build_object('status', v_booking.status, 'cash_payment_amount', v_booking.cash_payment_amount));
  end if;
  return v_booking;
end $$;

COMMENT ON FUNCTION public.confirm_cash(booking_id uuid) IS 'The driver holds the money, all or what wallet and card left open; an admin may record it. Safe to call twice. Errors: must_login, not_a_driver, require_approval, booking_not_found, wrong_status, not_a_cash_booking, demo_mode.';

CREATE TABLE public.refunds (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    booking_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    payment_id uuid,
    amount numeric NOT NULL,
    reason text NOT NULL,
    status text DEFAULT 'done'::text NOT NULL,
    created_by uuid,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT refunds_amount_check CHECK (((amount > (0)::numeric) AND (amount < (1000000000)::numeric))),
    CONSTRAINT refunds_check CHECK (((status = 'due'::text) = (done_at IS NULL))),
    CONSTRAINT refunds_check1 CHECK (((payment_id IS NOT NULL) OR (status = 'done'::text))),
    CONSTRAINT refunds_reason_check CHECK ((btrim(reason) <> ''::text)),
    CONSTRAINT refunds_status_check CHECK ((status = ANY (ARRAY['due'::text, 'done'::text, 'failed'::text])))
);

COMMENT ON TABLE public.refunds IS 'Money on its way back to a rider, or there. To a card it stands in refunds due until the provider confirms.';

COMMENT ON COLUMN public.refunds.payment_id IS 'The card payment it goes back to; null where it went to the wallet.';

COMMENT ON COLUMN public.refunds.amount IS 'What goes back.';

COMMENT ON COLUMN public.refunds.reason IS 'What the admin wrote, or cancelled or late_payment.';

COMMENT ON COLUMN public.refunds.status IS 'due: the provider has not confirmed; failed: it refused, and the wallet got the money.';

COMMENT ON COLUMN public.refunds.created_by IS 'The admin; null where it followed from a cancellation or a late payment.';

CREATE FUNCTION public.confirm_refund(refund_id uuid, succeeded boolean DEFAULT true) RETURNS public.refunds
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_refund public.refunds;
  v_provider text;
begin
  select r.* into v_refund from public.refunds r where r.id = confirm_refund.refund_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'refund_not_found', hint = 'There is no such refund';
  end if;
  if v_refund.status <> 'due' then return v_refund; end if;
  select p.provider into v_provider from public.payments p where p.id = v_refund.payment_id;
  perform app.post_ledger(case when confirm_refund.succeeded then 'refund_confirmed' else 'refund_failed' end,
    'refund_confirmed:' || v_refund.id, v_refund.booking_id, jsonb_build_array(app.entry('refunds_due:' || v_provider, -v_refund.amount),
      app.entry(case when confirm_refund.succeeded then 'clearing:' || v_provider else 'wallet:' || v_refund.customer_id end, v_refund.amount)));
  update public.refunds r set status = case when confirm_refund.succeeded then 'done' else 'failed' end, done_at = app.now()
  where r.id = v_refund.id returning r.* into v_refund;
  return v_refund;
end $$;

COMMENT ON FUNCTION public.confirm_refund(refund_id uuid, succeeded boolean) IS 'The provider sent the money back to the card, or (succeeded false) will not, and the rider''s wallet gets it. Safe to call twice; the first word stands. Errors: refund_not_found.';

CREATE FUNCTION public.create_booking(quote_id uuid, payment_mode text, trip_at timestamp with time zone DEFAULT NULL::timestamp with time zone, details jsonb DEFAULT '{}'::jsonb, client_key uuid DEFAULT gen_random_uuid()) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_by_admin boolean := v_me.usertype = 'admin';
  v_quote public.fare_quotes;
  v_customer public.profiles;
  v_booking public.bookings;
  v_key uuid := coalesce(create_booking.client_key, gen_random_uuid());
begin
  if v_me.usertype not in ('rider', 'admin') then
    raise sqlstate 'PT403' using message = 'user_issue_contact_admin', hint = 'Only riders and admins can book';
  end if;
  perform app.check_permission(v_me, 'bookings');
  -- Two calls with one key at once: the second waits and then finds the first one's booking.
  perform pg_advisory_xact_lock(hashtextextended(v_me.id::text || v_key::text, 0));
  select b.* into v_booking from public.bookings b where b.created_by = v_me.id and b.client_key = v_key;
  if found then return v_booking; end if;

  v_quote := app.take_quote(create_booking.quote_id, v_me);
  -- Two bookings of one rider at once wait here, so that each sees what the other left unpaid.
  select p.* into v_customer from public.profiles p where p.id = v_quote.customer_id for no key update;
  perform app.check_customer(v_customer, create_booking.trip_at is not null, v_by_admin);
  perform app.check_order(v_quote, create_booking.payment_mode, create_booking.trip_at, v_by_admin);
  perform app.check_details(v_quote.category, create_booking.details);
  v_booking := app.insert_booking(v_quote, v_customer, v_me, create_booking.payment_mode, create_booking.trip_at, create_booking.details, v_key);
  if v_by_admin then
    perform app.audit('create_booking', 'bookings', v_booking.id::text, null, jsonb_build_object('reference', v_booking.reference,
      'customer_id', v_booking.customer_id, 'trip_cost', v_booking.trip_cost, 'trip_at', v_booking.trip_at));
  end if;
  -- A promotion that covers a parcel leaves nothing to pay for.
  if v_booking.status = 'PAYMENT_PENDING' and v_booking.payable_amount = 0 then
    perform app.act('system', note => 'nothing_to_pay');
    v_booking := app.move_booking(v_booking.id, 'NEW', '{"prepaid": true}');
  end if;
  if v_booking.status = 'NEW' and not v_booking.book_later then
    perform app.dispatch_booking(v_booking.id);
  end if;
  select b.* into v_booking from public.bookings b where b.id = v_booking.id;
  return v_booking;
end $$;

COMMENT ON FUNCTION public.create_booking(quote_id uuid, payment_mode text, trip_at timestamp with time zone, details jsonb, client_key uuid) IS 'Books a quote; trip_at null is now. payment_mode: cash, wallet, card. A rider''s parcel begins in PAYMENT_PENDING, all else in NEW. details: {guest_name, guest_phone, delivery_person, delivery_person_phone, pick_up_instructions, delivery_instructions}, others are ignored. A repeated client_key answers the first booking. Errors: must_login, user_issue_contact_admin, quote_not_found, quote_used, quote_expired, profile_incomplete, incomplete_user, unpaid_booking, too_many_requests, too_many_open_bookings, too_many_later_bookings, category_unavailable, past_booking_error, trip_at_too_far, quote_mismatch, delivery_cash_refused, payment_mode_unavailable, deliveryDetailMissing, name_invalid, mobile_no_blank_error, promo_not_found, promo_expired, promo_min_order, promo_used, promo_used_up.';

CREATE FUNCTION public.create_payment(booking_id uuid, provider text, customer_id uuid, client_key uuid DEFAULT gen_random_uuid()) RETURNS public.payments
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_booking public.bookings := app.lock_booking(create_payment.booking_id);
  v_payment public.payments;
begin
  perform app.check_provider(create_payment.provider);
  if v_booking.customer_id is distinct from create_payment.customer_id then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'This customer has no such booking';
  end if;
  select p.* into v_payment from public.payments p where p.booking_id = v_booking.id and p.client_key = create_payment.client_key;
  if found then return v_payment; end if;
  if v_booking.status not in ('PAYMENT_PENDING', 'PENDING') then perform app.refuse_status(v_booking); end if;
  insert into public.payments (booking_id, customer_id, provider, amount, currency, client_key)
  select v_booking.id, v_booking.customer_id, create_payment.provider, app.open_amount(v_booking), s.code, coalesce(create_payment.client_key, gen_random_uuid())
  from public.settings s where s.id = 1
  returning * into v_payment;
  return v_payment;
end $$;

COMMENT ON FUNCTION public.create_payment(booking_id uuid, provider text, customer_id uuid, client_key uuid) IS 'Before a customer is sent to a provider: keeps what is still to pay of a PENDING or PAYMENT_PENDING booking. Send its id along; the event has to name it, with this amount and currency. A repeated client_key answers the first. Errors: booking_not_found, no_provider_found, wrong_status.';

CREATE FUNCTION public.dashboard_days(from_day date DEFAULT NULL::date, to_day date DEFAULT NULL::date) RETURNS TABLE(day date, bookings integer, accepted integer, finished integer, cancelled integer, cancelled_by_rider integer, cancelled_by_driver integer, unserved integer, in_progress integer, statuses jsonb, pickup_seconds numeric, arrived integer, revenue numeric, rides integer, earned integer)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET plan_cache_mode TO 'force_custom_plan'
    SET work_mem TO '32MB'
    AS $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_fleet uuid := case when v_me.usertype = 'fleetadmin' then v_me.id end;
  v_zone text := (select s.time_zone from public.settings s where s.id = 1);
  v_last date := coalesce(dashboard_days.to_day, app.day_of(app.now()));
  v_first date := coalesce(dashboard_days.from_day, v_last - 29);
  v_from timestamptz;
  v_to timestamptz;
begin
  if not isfinite(v_first) or not isfinite(v_last) or v_last < v_first or v_last > v_first + 92 then
    perform app.refuse_sort('from_day is at most 92 days before to_day');
  end if;
  v_from := v_first::timestamp at time zone v_zone;
  v_to := (v_last + 1)::timestamp at time zone v_zone;
  return query
  with made as materialized (
    select (b.created_at at time zone v_zone)::date as on_day, b.status::text as status, b.accepted_at is not null as accepted, b.cancelled_by,
      b.reason = 'no_driver_available' as nobody, case when not b.book_later then extract(epoch from b.arrived_at - b.created_at)::float8 end as waited
    from public.bookings b
    where b.created_at >= v_from and b.created_at < v_to and (v_fleet is null or b.fleet_id = v_fleet)),
  kinds as (select m.on_day, m.status, m.accepted, m.cancelled_by, m.nobody, count(*) as n from made m group by 1, 2, 3, 4, 5),
  counts as (
    select k.on_day, sum(k.n) as made, sum(k.n) filter (where k.accepted) as accepted, sum(k.n) filter (where k.status in ('PAID', 'COMPLETE')) as finished,
      sum(k.n) filter (where k.status = 'CANCELLED') as cancelled, sum(k.n) filter (where k.cancelled_by = 'rider') as by_rider,
      sum(k.n) filter (where k.cancelled_by = 'driver') as by_driver, sum(k.n) filter (where k.cancelled_by = 'system' and k.nobody) as unserved
    from kinds k group by grouping sets ((k.on_day), ())),
  stands as (
    select x.on_day, jsonb_object_agg(x.status, x.n) as statuses
    from (select k.on_day, k.status, sum(k.n) as n from kinds k group by grouping sets ((k.on_day, k.status), (k.status))) x group by 1),
  waits as (
    select m.on_day, percentile_cont(0.5) within group (order by m.waited) as pickup, count(*) as n from made m where m.waited is not null
    group by grouping sets ((m.on_day), ())),
  fees as (
    select d.day as on_day, sum(d.convenience_fees) as revenue, sum(d.rides) as rides from public.earnings_days d
    where d.day between v_first and v_last and (v_fleet is null or d.fleet_id = v_fleet)
    group by grouping sets ((d.day), ())),
  earners as (
    select e.day as on_day, count(distinct e.booking_id) as n from app.earnings_entries e
    where e.day between v_first and v_last and (v_fleet is null or e.fleet_id = v_fleet)
    group by grouping sets ((e.day), ()))
  select g.on_day, coalesce(c.made, 0)::integer, coalesce(c.accepted, 0)::integer, coalesce(c.finished, 0)::integer, coalesce(c.cancelled, 0)::integer,
    coalesce(c.by_rider, 0)::integer, coalesce(c.by_driver, 0)::integer, coalesce(c.unserved, 0)::integer,
    coalesce(c.made - coalesce(c.finished, 0) - coalesce(c.cancelled, 0), 0)::integer, coalesce(s.statuses, '{}'), round(w.pickup::numeric),
    coalesce(w.n, 0)::integer, coalesce(f.revenue, 0), coalesce(f.rides, 0)::integer, coalesce(e.n, 0)::integer
  from (select d::date as on_day from generate_series(v_first::timestamp, v_last::timestamp, '1 day') d union all select null) g
  left join counts c on c.on_day is not distinct from g.on_day left join stands s on s.on_day is not distinct from g.on_day
  left join waits w on w.on_day is not distinct from g.on_day left join fees f on f.on_day is not distinct from g.on_day
  left join earners e on e.on_day is not distinct from g.on_day
  order by 1;
end $$;

COMMENT ON FUNCTION public.dashboard_days(from_day date, to_day date) IS 'A row for each day from from_day to to_day (settings.time_zone, both included, 93 at most; the last 30 without them), and one for all of them, whose day is null: the bookings made then, how many of them a driver carries or carried (accepted), which ended paid (finished) or cancelled, by rider or driver, which nobody came to (unserved), the rest (in_progress), how many stand in each status (statuses), the median seconds from booking to arrival of rides for now (pickup_seconds; null without) and how many those are (arrived), and by day of payment the convenience fees (revenue), their rides, and how many bookings the earnings of the day come from (earned). Each count is that of list_bookings with the filter of its name. Fleet admins see their fleet''s. Errors: must_login, not_allowed, list_invalid.';

CREATE FUNCTION public.dashboard_totals() RETURNS public.gross_earnings
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_day date := app.day_of(app.now());
  v_month date := date_trunc('month', v_day);
  v_fleet uuid := case when v_me.usertype = 'fleetadmin' then v_me.id end;
  v_total numeric;
  v_sums public.gross_earnings;
begin
  if v_fleet is null then
    select coalesce(sum(t.convenience_fees), 0) into v_total from app.platform_months() t;
  else
    select coalesce(sum(m.convenience_fees), 0) into v_total from public.earnings_months m where m.fleet_id = v_fleet;
  end if;
  with days as (
    select d.day, sum(d.convenience_fees) as fees from public.earnings_days d
    where d.day between least((v_month - interval '1 month')::date, v_day - 59) and v_day and (v_fleet is null or d.fleet_id = v_fleet)
    group by d.day)
  select coalesce(sum(d.fees) filter (where d.day = v_day), 0), coalesce(sum(d.fees) filter (where d.day >= v_month), 0), v_total,
    coalesce(sum(d.fees) filter (where d.day = v_day - 1), 0),
    -- Up to the same day, or its last where the month is shorter.
    coalesce(sum(d.fees) filter (where d.day >= v_month - interval '1 month' and d.day <= v_day - interval '1 month'), 0),
    coalesce(sum(d.fees) filter (where d.day > v_day - 30), 0),
    coalesce(sum(d.fees) filter (where d.day > v_day - 60 and d.day <= v_day - 30), 0)
  into v_sums from days d;
  return v_sums;
end $$;

COMMENT ON FUNCTION public.dashboard_totals() IS 'Gross earnings, that is convenience fees, in settings.time_zone: {today, this_month, total}, and beside them {yesterday, last_month (up to the same day), thirty_days (with today), thirty_before}; fleet admins count what was driven for their fleet. Errors: must_login, not_allowed.';

CREATE TABLE public.no_show_fees (
    booking_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    amount numeric NOT NULL,
    status text NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    objection text,
    objected_at timestamp with time zone,
    decided_by uuid,
    decided_at timestamp with time zone,
    CONSTRAINT no_show_fees_amount_check CHECK (((amount > (0)::numeric) AND (amount < '1000000000000'::numeric))),
    CONSTRAINT no_show_fees_decided CHECK ((((decided_by IS NULL) = (decided_at IS NULL)) AND ((status <> 'waived'::text) OR (decided_at IS NOT NULL)))),
    CONSTRAINT no_show_fees_objected CHECK (((objection IS NULL) = (objected_at IS NULL))),
    CONSTRAINT no_show_fees_objection_check CHECK (((btrim(objection) <> ''::text) AND (length(objection) <= 500))),
    CONSTRAINT no_show_fees_status_check CHECK ((status = ANY (ARRAY['review'::text, 'charged'::text, 'waived'::text])))
);

COMMENT ON TABLE public.no_show_fees IS 'The fee of each no-show: charged at once where the trail shows a car that waited, else when the desk agrees.';

COMMENT ON COLUMN public.no_show_fees.amount IS 'The highest slab of the car type when the driver left.';

COMMENT ON COLUMN public.no_show_fees.status IS 'review: nothing is charged until the desk agrees; charged; waived: nothing, or it was given back.';

COMMENT ON COLUMN public.no_show_fees.objection IS 'What the rider said against it, within 7 days.';

COMMENT ON COLUMN public.no_show_fees.decided_by IS 'The admin whose word is the last one; null before.';

CREATE FUNCTION public.decide_no_show_fee(booking_id uuid, charge boolean) RETURNS public.no_show_fees
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_permission('refund');
  v_booking public.bookings := app.lock_booking(decide_no_show_fee.booking_id);
  v_fee public.no_show_fees;
  v_was text;
begin
  perform app.require_edits();
  select f.* into v_fee from public.no_show_fees f where f.booking_id = v_booking.id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'no_show_fee_not_found', hint = 'No fee belongs to this booking';
  end if;
  v_was := v_fee.status;
  if v_fee.decided_at is not null then
    if (v_was = 'charged') = decide_no_show_fee.charge then return v_fee; end if;
    raise sqlstate 'PT409' using message = 'no_show_fee_decided', hint = format('It is %s', v_was);
  end if;
  if decide_no_show_fee.charge is null then
    raise sqlstate 'PT422' using message = 'select_proper', hint = 'Give charge: true or false';
  end if;
  if decide_no_show_fee.charge <> (v_was = 'charged') then
    perform app.move_no_show_fee(v_booking, v_fee.amount, not decide_no_show_fee.charge);
  end if;
  update public.no_show_fees f set status = case when decide_no_show_fee.charge then 'charged' else 'waived' end,
    decided_by = v_me.id, decided_at = app.now() where f.booking_id = v_booking.id returning f.* into v_fee;
  perform app.audit('decide_no_show_fee', 'bookings', v_booking.id::text, jsonb_build_object('status', v_was),
    jsonb_build_object('status', v_fee.status, 'amount', v_fee.amount, 'objection', v_fee.objection));
  perform app.tell('booking:' || v_booking.id, 'booking', v_booking.id);
  return v_fee;
end $$;

COMMENT ON FUNCTION public.decide_no_show_fee(booking_id uuid, charge boolean) IS 'An admin agrees to a no-show fee (charge), or waives it, which gives back what was charged. Once, audited; safe to call twice. Answers the fee. Errors: must_login, not_allowed, demo_mode, booking_not_found, no_show_fee_not_found, no_show_fee_decided, select_proper, person_not_found (the rider has left).';

CREATE FUNCTION public.decline_booking(booking_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_booking public.bookings;
  v_settings public.settings;
  v_in_time boolean;
begin
  select b.* into v_booking from public.bookings b where b.id = decline_booking.booking_id
    and exists (select 1 from public.booking_offers o where o.booking_id = b.id and o.driver_id = v_driver.id)
  for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'offer_not_found', hint = 'This booking is not offered to you';
  end if;
  select s.* into v_settings from public.settings s where s.id = 1;
  update public.booking_offers o set status = 'declined', answered_at = app.now()
  where o.booking_id = v_booking.id and o.driver_id = v_driver.id and o.status = 'open'
  returning o.expires_at > app.now() into v_in_time;
  if not found or v_booking.status <> 'NEW' or app.has_open_offer(v_booking.id) then return; end if;
  if v_settings.auto_dispatch then
    -- Asked by the desk ahead of its lead time, a later booking has not been searched for yet.
    if v_booking.book_later and v_booking.trip_at - make_interval(mins => v_settings.lead_minutes) > app.now() then return; end if;
    update app.dispatch_queue q set rest_until = null where q.booking_id = v_booking.id;
    if app.dispatch_booking(v_booking.id) > 0 then return; end if;
  elsif v_settings.on_decline = 'requeue' then
    return;
  end if;
  -- The last one asked said no and nobody is left. A no that came too late is like no answer: others may still come.
  if v_in_time and exists (select 1 from public.bookings b where b.id = v_booking.id and b.status = 'NEW') then
    perform app.cancel_undriven(v_booking.id, 'no_driver_available');
  end if;
end $$;

COMMENT ON FUNCTION public.decline_booking(booking_id uuid) IS 'The caller will not carry a booking offered to them; safe to call twice. Ends the booking when nobody is left to ask. Errors: not_a_driver, require_approval, offer_not_found.';

CREATE FUNCTION public.decline_route_change(booking_id uuid) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings := app.lock_booking(decline_route_change.booking_id);
  v_role text := app.role_in(v_booking, v_me);
  v_proposal public.route_proposals := app.lock_proposal(v_booking);
begin
  if v_role = 'admin' then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'Rider and driver decide this';
  end if;
  update public.route_proposals p set status = case v_role when 'driver' then 'declined' else 'withdrawn' end, answered_at = app.now()
  where p.id = v_proposal.id;
  if v_role = 'driver' then
    perform app.notify(v_booking.customer_id, 'route_declined', jsonb_build_object('reference', v_booking.reference, 'drop', v_booking.drop_address), v_booking.id);
  end if;
  perform app.tell('booking:' || v_booking.id, 'booking', v_booking.id);
  return v_booking;
end $$;

COMMENT ON FUNCTION public.decline_route_change(booking_id uuid) IS 'The driver does not agree to the cheaper route, or the rider withdraws it: the old one stands. Answers the booking. Errors: must_login, booking_not_found, route_change_not_found, not_allowed.';

CREATE FUNCTION public.delete_my_account() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_me public.profiles := app.newcomer();
begin
  perform app.require_edits();
  if v_me.usertype = 'admin' and not exists (select 1 from public.profiles p where p.usertype = 'admin' and p.approved and p.id <> v_me.id) then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'The last admin stays';
  end if;
  perform app.delete_profile(v_me.id);
end $$;

COMMENT ON FUNCTION public.delete_my_account() IS 'Takes the caller out; bookings and money stay without the name, bonus money is forfeited. Errors: must_login, not_allowed, demo_mode, active_booking, wallet_not_empty, withdrawal_open.';

CREATE FUNCTION public.delete_person(user_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_me public.profiles := app.require_permission('delete_people');
begin
  perform app.require_edits();
  if v_me.id = delete_person.user_id then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'Admins delete others; delete_my_account is for oneself';
  end if;
  perform app.delete_profile(delete_person.user_id);
end $$;

COMMENT ON FUNCTION public.delete_person(user_id uuid) IS 'Takes a person out; bookings and money stay without the name, bonus money is forfeited. Errors: must_login, not_allowed, demo_mode, person_not_found, active_booking, wallet_not_empty, withdrawal_open.';

CREATE FUNCTION public.desk_facts(booking_ids uuid[]) RETURNS TABLE(booking_id uuid, asked integer, asked_until timestamp with time zone, wave integer, due timestamp with time zone, eta timestamp with time zone, wait_secs integer)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_wait integer := extract(epoch from app.pickup_median());
begin
  return query
  with b as materialized (
    select k.* from public.bookings k where k.id = any (booking_ids[1:200]) and k.status in ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED')
      and (v_me.usertype = 'admin' or k.fleet_id = v_me.id)
  ), asked as (
    select o.booking_id, count(*)::integer as n, max(o.expires_at) as until from public.booking_offers o
    where o.booking_id = any (array(select b.id from b where b.status = 'NEW')) and o.status = 'open' and o.expires_at > app.now() group by 1
  )
  select b.id, coalesce(a.n, 0), a.until, coalesce(q.wave - q.waves_before, 0), case when b.status in ('NEW', 'ACCEPTED') then d.due end, e.eta, v_wait
  from b left join asked a on a.booking_id = b.id
  left join app.dispatch_queue q on q.booking_id = b.id
  left join public.driver_positions p on p.driver_id = b.driver_id and b.engaged_at is not null
  left join lateral (select o.distance_km from public.booking_offers o where b.status = 'ACCEPTED' and o.booking_id = b.id and o.driver_id = b.driver_id
    and o.status = 'accepted' order by o.created_at desc limit 1) o on true
  cross join lateral (select app.due_from(b.book_later, b.trip_at, b.created_at, b.accepted_at, o.distance_km) as due) d
  cross join lateral (select p.updated_at + interval '1 second' * case b.status
      when 'ACCEPTED' then 1.3 * app.distance_m(p.lat, p.lng, b.pickup_lat, b.pickup_lng)
      when 'STARTED' then app.beeline_m(b::public.bookings, p.lat, p.lng, 'drop') end / app.quoted_mps(b.estimate_distance, b.estimate_time) as eta) e;
end $$;

COMMENT ON FUNCTION public.desk_facts(booking_ids uuid[]) IS 'What the desk shows of bookings under way beside their rows, 200 at most: how many drivers are asked now and until when, the wave of the search, when the car should be at the pickup (due), when it will be there, or at the drop once it drives there (eta, by the straight line and the pace of the quote; null while no driver is on the way), and what a car usually takes where none is (wait_secs). Others'' ids are left out. Errors: must_login, not_allowed.';

CREATE FUNCTION public.dispatch_log(booking_id uuid) RETURNS SETOF public.dispatch_log_wave
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = dispatch_log.booking_id;
  -- To a driver the log exists where it mentions them: whoever was considered may ask why.
  if v_booking.id is null or not (v_me.usertype = 'admin' or v_booking.customer_id = v_me.id
      or (v_me.usertype = 'driver' and exists (select 1 from public.dispatch_waves w where w.booking_id = v_booking.id
        and (w.candidates || w.exclusions) @> jsonb_build_array(jsonb_build_object('driver_id', v_me.id))))) then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  return query select w.wave::integer, w.at, w.mode::text, w.radius_km::numeric,
    case when v_me.usertype <> 'driver' then jsonb_array_length(w.candidates) end,
    case when v_me.usertype <> 'driver' then coalesce((select sum(n.value::integer) from jsonb_each_text(w.reasons) n), 0)::integer end,
    case when v_me.usertype <> 'rider' then jsonb_strip_nulls(c.list) end, case when v_me.usertype <> 'rider' then jsonb_strip_nulls(x.list) end,
    case when v_me.usertype <> 'driver' then w.reasons end,
    case when v_me.usertype = 'driver' then coalesce(c.outcome::text, x.reason, 'not_available_nearby') end
  from public.dispatch_waves w
  cross join lateral (
    -- Without the distances, which lead a driver who asks from three places to the door.
    select coalesce(jsonb_agg(case v_me.usertype when 'driver' then e - 'distance_km' || jsonb_build_object('outcome', o.status) else app.named_driver(e, o.status) end), '[]') as list,
      max(o.status) as outcome
    from jsonb_array_elements(w.candidates) e
    left join public.booking_offers o on o.booking_id = w.booking_id and o.driver_id::text = e ->> 'driver_id' and o.wave = w.wave
      and o.created_at = w.at
    where v_me.usertype = 'admin' or e ->> 'driver_id' = v_me.id::text) c
  cross join lateral (
    select coalesce(jsonb_agg(case v_me.usertype when 'driver' then e - 'distance_km' else app.named_driver(e) end), '[]') as list, max(e ->> 'reason') as reason from jsonb_array_elements(w.exclusions) e
    where v_me.usertype = 'admin' or e ->> 'driver_id' = v_me.id::text) x
  where w.booking_id = v_booking.id order by w.id;
end $$;

COMMENT ON FUNCTION public.dispatch_log(booking_id uuid) IS 'Why did nobody come, why was I not asked: [{wave, at, mode, radius_km, asked, not_asked, candidates, exclusions, reasons, you}]. Admins see everyone by name, a driver the own lines without distances and "you", a rider numbers and reasons. Errors: must_login, booking_not_found.';

CREATE FUNCTION public.driver_day() RETURNS TABLE(trips integer, earned numeric, missed integer, last_missed_at timestamp with time zone, wanted_nearby integer)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_settings public.settings;
  v_midnight timestamptz;
  v_here public.driver_positions;
begin
  if v_me.usertype <> 'driver' then
    raise sqlstate 'PT403' using message = 'not_a_driver', hint = 'Only drivers have a day of work';
  end if;
  select s.* into v_settings from public.settings s where s.id = 1;
  v_midnight := date_trunc('day', app.now() at time zone v_settings.time_zone) at time zone v_settings.time_zone;
  select p.* into v_here from public.driver_positions p where p.driver_id = v_me.id;
  return query select
    (select count(*)::integer from public.bookings b where b.driver_id = v_me.id and b.paid_at >= v_midnight),
    (select coalesce(sum(f.driver_share - f.fleet_share + b.tip_amount), 0)
      from public.bookings b join public.booking_finances f on f.booking_id = b.id where b.driver_id = v_me.id and b.paid_at >= v_midnight),
    (select count(*)::integer from public.booking_offers o where o.driver_id = v_me.id and o.created_at >= v_midnight and o.status = 'lapsed'),
    (select max(o.answered_at) from public.booking_offers o where o.driver_id = v_me.id and o.created_at >= v_midnight and o.status = 'lapsed'),
    case when v_here.driver_id is null then null else (select count(*)::integer from public.bookings b
      where b.created_at > app.now() - interval '1 hour' and b.status <> 'PAYMENT_PENDING'
        and app.distance_m(v_here.lat, v_here.lng, b.pickup_lat, b.pickup_lng)
          <= v_settings.driver_radius * case when v_settings.convert_to_mile then 1609.344 else 1000 end) end;
end $$;

COMMENT ON FUNCTION public.driver_day() IS 'The calling driver''s day since midnight of settings.time_zone: trips paid, what they brought (share without the fleet''s part, with tips), offers that ran out unanswered and when the last did, and the bookings of the last hour within driver_radius (null where no position is known). Errors: must_login, not_a_driver.';

CREATE FUNCTION public.driver_earnings(from_month date DEFAULT NULL::date, to_month date DEFAULT NULL::date) RETURNS TABLE(year integer, months_name text, month date, driver_id uuid, driver_name text, driver_vehicle_no text, total_rides integer, driver_share numeric)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
  v_me public.profiles := app.me();
  v_from date := coalesce(from_month, '-infinity');
  v_to date := coalesce(to_month, 'infinity');
  v_vehicle text;
begin
  -- By itself: 25 rows would wait for the machinery that puts a platform's in order.
  if v_me.usertype = 'driver' then
    select d.vehicle_number into v_vehicle from public.drivers d where d.id = v_me.id;
    return query select extract(year from m.month)::integer, to_char(m.month, 'FMMonth'), m.month, v_me.id,
      btrim(v_me.first_name || ' ' || v_me.last_name), v_vehicle, sum(m.rides)::integer, sum(m.driver_share + m.cancellation_share)
    from public.earnings_months m
    where m.driver_id = v_me.id and m.month between v_from and v_to
    group by m.month having sum(m.rides) <> 0 or sum(m.driver_share + m.cancellation_share) <> 0
    order by m.month desc;
    return;
  elsif v_me.usertype not in ('admin', 'fleetadmin') then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'Earnings are for drivers, fleet admins and admins';
  end if;
  perform app.check_permission(v_me, 'reports');
  -- Each with an index of its own; one condition with "or" would read the whole table for everybody. Names are looked up
  -- once per driver and put in order once: joined, they cost a scan of all profiles, and comparing names half the time.
  return query with chosen as (
    select m.* from public.earnings_months m where v_me.usertype = 'admin' and m.month between v_from and v_to
    union all
    select m.* from public.earnings_months m where v_me.usertype = 'fleetadmin' and m.fleet_id = v_me.id and m.month between v_from and v_to),
  named as (select w.id, (select btrim(p.first_name || ' ' || p.last_name) from public.profiles p where p.id = w.id) as name,
    (select d.vehicle_number from public.drivers d where d.id = w.id) as vehicle from (select distinct h.driver_id as id from chosen h) w),
  people as materialized (select n.*, row_number() over (order by n.name, n.id) as place from named n)
  select extract(year from c.month)::integer, to_char(c.month, 'FMMonth'), c.month, c.driver_id, p.name, p.vehicle, c.rides, c.driver_share
  from (select h.month, h.driver_id, sum(h.rides)::integer as rides, sum(h.driver_share + h.cancellation_share) as driver_share from chosen h
    group by h.month, h.driver_id having sum(h.rides) <> 0 or sum(h.driver_share + h.cancellation_share) <> 0) c
  left join people p on p.id = c.driver_id
  order by c.month desc, p.place;
end $$;

COMMENT ON FUNCTION public.driver_earnings(from_month date, to_month date) IS 'Months of drivers, newest first, by the rule of earnings_report: admins see all, fleet admins what was driven for their fleet, drivers their own. driver_share includes the driver''s part of cancellation fees. months_name is English; from_month and to_month bound the months. Errors: must_login, not_allowed.';

CREATE FUNCTION public.driver_earnings_sums(per text DEFAULT 'month'::text, from_month date DEFAULT NULL::date, to_month date DEFAULT NULL::date, of_driver uuid DEFAULT NULL::uuid) RETURNS TABLE(month date, driver_id uuid, driver_name text, driver_vehicle_no text, lines integer, total_rides integer, driver_share numeric)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
#variable_conflict use_column
declare
  v_me public.profiles := app.require_staff('reports');
  v_fleet uuid := case when v_me.usertype = 'fleetadmin' then v_me.id end;
  v_by_month boolean := driver_earnings_sums.per = 'month';
begin
  if driver_earnings_sums.per is null or driver_earnings_sums.per not in ('month', 'driver') then
    perform app.refuse_sort('per is month or driver');
  end if;
  return query
  with lines as (
    select m.month, m.driver_id, sum(m.rides) as rides, sum(m.driver_share + m.cancellation_share) as share
    from public.earnings_months m
    where m.month between coalesce(driver_earnings_sums.from_month, '-infinity') and coalesce(driver_earnings_sums.to_month, 'infinity')
      and (v_fleet is null or m.fleet_id = v_fleet) and (driver_earnings_sums.of_driver is null or m.driver_id = driver_earnings_sums.of_driver)
    group by m.month, m.driver_id having sum(m.rides) <> 0 or sum(m.driver_share + m.cancellation_share) <> 0),
  sums as (
    select case when v_by_month then l.month end as month, case when v_by_month then null else l.driver_id end as driver_id,
      count(*)::integer as lines, sum(l.rides)::integer as rides, sum(l.share) as share
    from lines l group by 1, 2)
  select s.month, s.driver_id, btrim(p.first_name || ' ' || p.last_name) as name, d.vehicle_number, s.lines, s.rides, s.share
  from sums s left join public.profiles p on p.id = s.driver_id left join public.drivers d on d.id = s.driver_id
  order by s.month desc, name, s.driver_id;
end $$;

COMMENT ON FUNCTION public.driver_earnings_sums(per text, from_month date, to_month date, of_driver uuid) IS 'What the lines of driver_earnings sum to, per month (newest first; driver_id is null) or per driver (by name; month is null), of all drivers or of_driver only: how many lines, their rides and shares. Fleet admins count what was driven for their fleet. Errors: must_login, not_allowed, list_invalid.';

CREATE FUNCTION public.driver_facts(person public.profiles) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if (person).usertype is distinct from 'driver' then return null; end if;
  return (select to_jsonb(f) from (
    select d.car_type_id, c.name as car_type, d.vehicle_make, d.vehicle_model, d.vehicle_color, d.vehicle_number, d.other_info, d.fleet_id,
      nullif(btrim(o.first_name || ' ' || o.last_name), '') as fleet, d.driver_active_status as is_active, app.is_busy(d.id) as is_busy,
      s.updated_at as seen_at, w.papers, w.until as papers_until
    from public.drivers d
    left join public.car_types c on c.id = d.car_type_id
    left join public.profiles o on o.id = d.fleet_id
    left join public.driver_positions s on s.driver_id = d.id
    cross join lateral app.papers_of(d.id) w
    -- The row comes from the caller, who may have made it up.
    where d.id = (person).id and (app.holds('desk') or not app.is_person() or (d.fleet_id = auth.uid() and app.is_now('fleetadmin')))) f);
end $$;

COMMENT ON FUNCTION public.driver_facts(person public.profiles) IS 'A driver as staff sees them (a column of profiles: rpc(''list_people'').select(''*, driver_facts'')): {car_type_id, car_type, vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info, fleet_id, fleet, is_active, is_busy, seen_at, papers, papers_until}; papers is missing, pending (somebody has to look), expired, rejected, expiring (within 14 days) or verified. For admins with the permission desk and the driver''s fleet admin; null for other people and other callers.';

CREATE FUNCTION public.drivers_for_map(south double precision, west double precision, north double precision, east double precision, since timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS public.map_view
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_fleet uuid := app.map_fleet();
  -- What was being stored while this is answered comes with the next answer.
  v_view public.map_view := row(app.now() - interval '1 second', null, null, null, null, null, null, '{}');
begin
  perform app.check_area(south, west, north, east, 1, 250);
  with duty as materialized (
    select d.id, o.lat, o.lng, o.heading, o.updated_at, o.lat between south and north and o.lng between west and east as is_inside,
      since is null or o.updated_at > since or s.changed_at > since
        or o.updated_at between since - interval '60 seconds' and app.now() - interval '60 seconds' as is_news
    from public.drivers d
    join public.profiles p on p.id = d.id and p.approved and p.usertype = 'driver'
    join public.driver_positions o on o.driver_id = d.id
    left join app.driver_states s on s.driver_id = d.id
    where d.driver_active_status and (v_fleet is null or d.fleet_id = v_fleet)
  ), shown as (
    select d.*, app.map_state(b.id, d.updated_at) as state
    from (select * from duty where is_inside and is_news order by updated_at desc, id limit 5000) d
    left join public.bookings b on b.driver_id = d.id and b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
  )
  select array_agg(s.id), array_agg(round(s.lat::numeric, 5)::double precision), array_agg(round(s.lng::numeric, 5)::double precision),
    array_agg(round(s.heading)::integer), array_agg(s.state), array_agg(greatest(0, extract(epoch from app.now() - s.updated_at))::integer),
    (select array_agg(g.id) from (
      select d.id from duty d where since is not null and not d.is_inside and d.is_news
      union all
      select s.driver_id from app.driver_states s join public.drivers d on d.id = s.driver_id
      where s.state = 'off' and s.changed_at > since and (v_fleet is null or d.fleet_id = v_fleet)) g)
    into v_view.ids, v_view.lats, v_view.lngs, v_view.headings, v_view.states, v_view.ages, v_view.gone
  from shown s;
  return row(v_view.at, coalesce(v_view.ids, '{}'), coalesce(v_view.lats, '{}'), coalesce(v_view.lngs, '{}'), coalesce(v_view.headings, '{}'),
    coalesce(v_view.states, '{}'), coalesce(v_view.ages, '{}'), coalesce(v_view.gone, '{}'))::public.map_view;
end $$;

COMMENT ON FUNCTION public.drivers_for_map(south double precision, west double precision, north double precision, east double precision, since timestamp with time zone) IS 'Drivers on duty in a part of the map, in arrays side by side: ids, places (to 1 m), headings (degrees; null while standing), states (free, busy, or silent: not heard of for a minute) and ages of the positions in seconds; 5000 at most. With since, the at of the answer before, only those who moved or changed since, and as gone those who left the part or went off duty; whoever reads on asks now and then without it, as a driver who leaves a fleet is not told. Admins see all, fleet admins their own. Errors: must_login, not_allowed, area_invalid.';

CREATE FUNCTION public.duty_drivers(driver_ids uuid[] DEFAULT NULL::uuid[]) RETURNS TABLE(driver_id uuid, driver_name text, vehicle_number text, car_type_id uuid, car_type text, car_image text, lat double precision, lng double precision, heading double precision, updated_at timestamp with time zone, state text, booking_id uuid)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_fleet uuid := app.map_fleet();
begin
  return query
  select d.id, btrim(p.first_name || ' ' || p.last_name), d.vehicle_number, d.car_type_id, c.name, c.image, o.lat, o.lng, o.heading,
    o.updated_at, app.map_state(b.id, o.updated_at), b.id
  from public.drivers d
  join public.profiles p on p.id = d.id and p.approved and p.usertype = 'driver'
  join public.driver_positions o on o.driver_id = d.id
  left join public.car_types c on c.id = d.car_type_id
  left join public.bookings b on b.driver_id = d.id and b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
  where d.driver_active_status and (v_fleet is null or d.fleet_id = v_fleet)
    and (duty_drivers.driver_ids is null or d.id = any (duty_drivers.driver_ids))
  order by o.updated_at desc, d.id limit 5000;
end $$;

COMMENT ON FUNCTION public.duty_drivers(driver_ids uuid[]) IS 'Drivers on duty, or those of them that are named, with their car, last position and state: free, busy (booking_id) or silent (not heard of for a minute). Admins see all, fleet admins their own. drivers_for_map follows where they are. Errors: must_login, not_allowed.';

CREATE FUNCTION public.earnings_report() RETURNS TABLE(year integer, months_name text, month date, total_rides integer, trip_cost numeric, ride_cost numeric, cancellation_fee numeric, convenience_fee numeric, discount_amount numeric, gross numeric, profit numeric, free_ride_discounts numeric, cancellation_share numeric)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.require_permission('reports');
  return query select extract(year from t.month)::integer, to_char(t.month, 'FMMonth'), t.month, t.rides, t.trip_cost,
    t.ride_cost, t.cancellation_fee, t.convenience_fees, t.discount_amount, t.trip_cost + t.cancellation_fee,
    t.convenience_fees + t.cancellation_fee - t.cancellation_share - t.discount_amount, t.free_ride_discounts, t.cancellation_share
  from app.platform_months() t order by t.month desc;
end $$;

COMMENT ON FUNCTION public.earnings_report() IS 'The platform''s months, newest first. Rides and their amounts count what was paid in the month with a convenience fee, cancellation_fee what was cancelled in it. gross = trip_cost + cancellation_fee; profit = convenience_fee + cancellation_fee - discount_amount, less cancellation_share, the drivers'' part of cancellation_fee (0 as settings.cancellation_driver_percent stands at first). free_ride_discounts are promotions on rides without a fee, which no other column counts. months_name is English. For admins. Errors: must_login, not_allowed.';

CREATE FUNCTION public.edit_person(user_id uuid, patch jsonb) RETURNS public.profiles
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_staff('people');
  v_person public.profiles := app.lock_person(edit_person.user_id, v_me);
  v_patch jsonb := case when jsonb_typeof(edit_person.patch) = 'object' then edit_person.patch else '{}' end;
  v_before jsonb;
  v_what record;
begin
  perform app.check_version(v_patch, 'profiles', v_person.id::text, v_person.version);
  v_patch := v_patch - 'version';
  perform app.check_person_patch(v_person, v_me, v_patch);
  perform 1 from public.drivers d where d.id = v_person.id for no key update;
  v_before := app.person_row(v_person.id);
  if v_patch ? 'approved' then
    v_person := public.set_approved(v_person.id, (v_patch ->> 'approved')::boolean);
  end if;
  update public.profiles p set
    first_name = coalesce(btrim(v_patch ->> 'first_name'), p.first_name),
    last_name = coalesce(btrim(v_patch ->> 'last_name'), p.last_name),
    mobile = coalesce(app.mobile_of(v_patch ->> 'mobile'), p.mobile),
    mobile_verified = p.mobile_verified and coalesce(app.mobile_of(v_patch ->> 'mobile'), p.mobile) = p.mobile
  where p.id = v_person.id returning p.* into v_person;
  update public.drivers d set
    car_type_id = case when v_patch ? 'car_type_id' then (v_patch ->> 'car_type_id')::uuid else d.car_type_id end,
    fleet_id = case when v_patch ? 'fleet_id' then (v_patch ->> 'fleet_id')::uuid else d.fleet_id end,
    vehicle_make = case when v_patch ? 'vehicle_make' then btrim(v_patch ->> 'vehicle_make') else d.vehicle_make end,
    vehicle_model = case when v_patch ? 'vehicle_model' then btrim(v_patch ->> 'vehicle_model') else d.vehicle_model end,
    vehicle_color = case when v_patch ? 'vehicle_color' then btrim(v_patch ->> 'vehicle_color') else d.vehicle_color end,
    vehicle_number = case when v_patch ? 'vehicle_number' then btrim(v_patch ->> 'vehicle_number') else d.vehicle_number end,
    other_info = case when v_patch ? 'other_info' then btrim(v_patch ->> 'other_info') else d.other_info end
  where d.id = v_person.id and v_patch ?| array['car_type_id', 'fleet_id', 'vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_number', 'other_info'];
  select c.before, c.after into v_what from app.changes(v_before, app.person_row(v_person.id)) c;
  select p.* into v_person from public.profiles p where p.id = v_person.id;
  if v_what.after <> '{}' then perform app.audit('edit', 'profiles', v_person.id::text, v_what.before, v_what.after); end if;
  return app.shown(v_person);
end $$;

COMMENT ON FUNCTION public.edit_person(user_id uuid, patch jsonb) IS 'Changes what patch names. Admins: first_name, last_name, mobile, approved, and of drivers car_type_id, fleet_id (null: none), vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info; fleet admins the vehicle and other_info of their own drivers. With a version it is refused where the person (the car included) has another by now. Errors: must_login, not_allowed, version_conflict, person_not_found, person_invalid, name_invalid, mobile_no_blank_error.';

CREATE FUNCTION public.end_own_sessions(session_id uuid DEFAULT NULL::uuid) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.newcomer();
  v_count integer;
begin
  perform app.require_edits();
  delete from auth.sessions s where s.user_id = v_me.id and s.id::text is distinct from auth.jwt() ->> 'session_id'
    and (end_own_sessions.session_id is null or s.id = end_own_sessions.session_id);
  get diagnostics v_count = row_count;
  if v_count > 0 then perform app.tell('user:' || v_me.id, 'session_ended', v_me.id); end if;
  return v_count;
end $$;

COMMENT ON FUNCTION public.end_own_sessions(session_id uuid) IS 'Signs the caller out on another device, on all others without session_id; never on this one, which auth.signOut ends. Answers on how many. Errors: must_login, demo_mode.';

CREATE FUNCTION public.explain_fare(booking_id uuid) RETURNS public.fare_explanation
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings := app.booking_of_mine(explain_fare.booking_id);
  v_money public.booking_finances;
  v_quote jsonb;
  v_final jsonb;
  v_full boolean;
begin
  v_full := v_booking.customer_id <> v_me.id;
  select f.* into v_money from public.booking_finances f where f.booking_id = v_booking.id;
  v_quote := app.compute_fare(v_money.rule, v_money.quote_inputs);
  v_final := case when v_money.final_inputs is not null then app.compute_fare(v_money.rule, v_money.final_inputs) end;
  return row(v_booking.id, (v_money.rule ->> 'version')::integer, v_money.rule ->> 'code', v_money.flags, jsonb_build_object('percent', coalesce(v_money.rule -> 'tax_percent', '0'),
      'amount', coalesce(v_final, v_quote) -> 'tax', 'included', true),
    app.fare_as_seen(v_quote, v_money.quote_inputs, v_full),
    app.fare_as_seen(v_final, v_money.final_inputs, v_full),
    -- What follows the fare: none of it is a part of it.
    case when v_booking.discount_amount > 0 then app.fare_line('promo', -v_booking.discount_amount, name => v_booking.promo_code) end,
    case when v_booking.cash_rounding <> 0 then app.fare_line('cash_rounding', v_booking.cash_rounding) end,
    case when v_booking.tip_amount > 0 then app.fare_line('tip', v_booking.tip_amount) end,
    coalesce((v_final ->> 'trip_cost')::numeric, (v_quote ->> 'trip_cost')::numeric) - v_booking.discount_amount + v_booking.cash_rounding,
    v_money.final_inputs -> 'trail', case when v_full then v_money.rule end,
    v_quote = v_money.quote_fare and v_final is not distinct from v_money.final_fare)::public.fare_explanation;
end $$;

COMMENT ON FUNCTION public.explain_fare(booking_id uuid) IS 'Computes quote and final fare again from what was kept: {booking_id, version, code, flags, tax, quote, final, promo, cash_rounding, tip, total, trail, rule, replays}, each fare {lines, trip_cost, inputs} and, for all but the rider, driver_share and convenience_fees; tax {percent, amount, included} is inside, promo (a line below zero), cash_rounding (a line of either sign) and tip come after, total is the fare with promo and rounding. trail: {distance_km (measured), silent_km (of it, for silences), quoted_km, points, left_out {still, leap, vague}} of a ride that was measured. replays: whether it came out as stored. Errors: must_login, booking_not_found.';

CREATE FUNCTION public.export_my_data() RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.caller();
  v_others text[] := array['customer_name', 'customer_contact', 'customer_image', 'guest_name'];
begin
  perform app.require_edits();
  return jsonb_build_object('exported_at', app.now(), 'profile', to_jsonb(v_me),
    'driver', (select to_jsonb(d) from public.drivers d where d.id = v_me.id),
    'bank_details', (select to_jsonb(b) from public.bank_details b where b.user_id = v_me.id),
    'documents', (select coalesce(jsonb_agg(to_jsonb(d) - 'decided_by'), '[]') from public.driver_documents d where d.driver_id = v_me.id),
    'saved_addresses', (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from public.saved_addresses a where a.user_id = v_me.id),
    'bookings', (select coalesce(jsonb_agg(to_jsonb(b) - 'driver_image' || to_jsonb(k) - '{booking_id,driver_contact}'::text[] order by b.created_at), '[]')
      from public.bookings b left join public.booking_contacts k on k.booking_id = b.id where b.customer_id = v_me.id),
    'trips', (select coalesce(jsonb_agg(to_jsonb(b) - v_others order by b.created_at), '[]') from public.bookings b where b.driver_id = v_me.id),
    'no_show_fees', (select coalesce(jsonb_agg(to_jsonb(f) - 'decided_by'), '[]') from public.no_show_fees f where f.customer_id = v_me.id),
    'ratings', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from public.ratings r where r.from_id = v_me.id),
    'messages', (select coalesce(jsonb_agg(to_jsonb(m)), '[]') from public.chat_messages m where m.from_id = v_me.id),
    'notices', (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from public.notices n where n.user_id = v_me.id),
    'devices', (select coalesce(jsonb_agg(to_jsonb(t) - 'token'), '[]') from public.push_tokens t where t.user_id = v_me.id),
    'wallet', (select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]') from public.ledger_entries e
      join public.ledger_accounts a on a.id = e.account_id where a.user_id = v_me.id));
end $$;

COMMENT ON FUNCTION public.export_my_data() IS 'Everything kept of the caller: {profile, driver, bank_details, documents, saved_addresses, bookings, trips, no_show_fees, ratings, messages, notices, devices, wallet}, without other people''s contacts. Errors: must_login, demo_mode.';

CREATE FUNCTION public.find_caller(phone text DEFAULT NULL::text, person_id uuid DEFAULT NULL::uuid) RETURNS TABLE(id uuid, first_name text, last_name text, mobile text, usertype text, is_whole boolean, is_known boolean, refusal text, wallet_balance numeric, open_trips jsonb, trips jsonb, places jsonb)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_ids uuid[];
  v_whole boolean[];
  v_person public.profiles;
  v_facts record;
begin
  perform app.require_permission('bookings');
  if find_caller.person_id is null then
    -- Searching would tell what masking hides.
    perform app.require_edits();
    select array_agg(l.id order by l.place), array_agg(l.is_whole order by l.place) into v_ids, v_whole from (
      select c.id, c.is_whole, row_number() over (order by c.is_whole desc, p.usertype = 'rider' desc, p.mobile_verified desc, p.created_at desc, c.id) as place
      from app.people_called(find_caller.phone) c join public.profiles p on p.id = c.id order by place limit 4) l;
  else
    select array_agg(p.id), array_agg(true) into v_ids, v_whole from public.profiles p
    where p.id = find_caller.person_id and p.deleted_at is null and p.usertype <> 'admin';
  end if;
  if v_ids is null then return; end if;
  perform app.show_rows('people', find_caller.person_id, v_ids);
  for i in 1 .. cardinality(v_ids) loop
    select p.* into v_person from public.profiles p where p.id = v_ids[i];
    is_known := v_whole[i] or cardinality(v_ids) = 1;
    select f.* into v_facts from app.caller_facts(v_person) f where find_caller.is_known;
    trips := coalesce(v_facts.trips, '[]');
    places := coalesce(v_facts.places, '[]');
    open_trips := coalesce(v_facts.open_trips, '[]');
    refusal := app.booking_refusal(v_person);
    v_person := app.shown(v_person);
    id := v_person.id; first_name := v_person.first_name; last_name := v_person.last_name; mobile := v_person.mobile;
    usertype := v_person.usertype; is_whole := v_whole[i]; wallet_balance := v_person.wallet_balance;
    return next;
  end loop;
end $$;

COMMENT ON FUNCTION public.find_caller(phone text, person_id uuid) IS 'Who calls, for admins: up to four people by their number (from four digits on, with or without country), or one person. Each with why they cannot be booked for now (refusal, as create_booking would say) and, where the number is whole or nobody else fits (is_known), what is under way, where they were driven lately and their saved places. Contacts are masked in demo mode. The access log notes who read how much. Errors: must_login, not_allowed, demo_mode (a search by number), needs_approval (above settings.export_limit).';

CREATE FUNCTION public.finish_outbox(id bigint, ok boolean, error text DEFAULT NULL::text, attempt integer DEFAULT NULL::integer) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_row app.outbox;
begin
  select o.* into v_row from app.outbox o where o.id = finish_outbox.id for update;
  -- What an earlier sender failed at is another's now; what it delivered is delivered.
  if v_row.status is distinct from 'queued' or (not finish_outbox.ok and v_row.attempts > finish_outbox.attempt) then
    return v_row.status;
  end if;
  if not coalesce(finish_outbox.ok, false) and finish_outbox.error = 'token_gone' then
    delete from public.push_tokens t where t.token = v_row.payload ->> 'token';
  end if;
  if not coalesce(finish_outbox.ok, false) and finish_outbox.error ~ '^(token_gone|undeliverable)' then v_row.attempts := 8; end if;
  v_row.status := case when finish_outbox.ok then 'sent' when v_row.attempts >= 8 then 'dead' else 'queued' end;
  update app.outbox o set status = v_row.status, last_error = left(finish_outbox.error, 500),
    done_at = case when v_row.status <> 'queued' then app.now() end,
    -- 15 s, 30 s, 1, 2, 4, 8, 16 minutes.
    due_at = app.now() + interval '15 seconds' * 2 ^ (greatest(v_row.attempts, 1) - 1),
    payload = case when v_row.status = 'queued' then o.payload else o.payload - 'code' #- '{params,message}' end
  where o.id = v_row.id;
  return v_row.status;
end $$;

COMMENT ON FUNCTION public.finish_outbox(id bigint, ok boolean, error text, attempt integer) IS 'Ends a lease: sent, or tried again later, eight times at most, then dead. Error token_gone forgets the device; it and undeliverable end at once. attempt, as taken, keeps a late failure from undoing another''s lease. Answers the status; null where there is no such message.';

CREATE FUNCTION public.finish_sign_up(sign_up_id uuid, license_path text DEFAULT NULL::text, license_expires_on date DEFAULT NULL::date) RETURNS public.profiles
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.newcomer();
  v_sign_up app.sign_ups := app.own_sign_up(finish_sign_up.sign_up_id, v_me.id);
  v_facts jsonb := v_sign_up.facts;
  v_is_new boolean := exists (select 1 from auth.users u where u.id = v_me.id and u.confirmed_at >= v_sign_up.created_at);
begin
  if v_sign_up.id is null then
    raise sqlstate 'PT404' using message = 'sign_up_not_found', hint = 'Fill in the form again, with the address that you have proved';
  end if;
  -- Booking locks the profile, too.
  select p.* into v_me from public.profiles p where p.id = v_me.id for update;
  if v_facts ->> 'usertype' = v_me.usertype::text and not (v_is_new and v_me.reg_type in ('email', 'mobile')) then return v_me; end if;
  if v_facts ->> 'usertype' = 'driver' then perform app.become_driver(v_me, v_facts); end if;
  -- An account that was there before says who invited it, or nobody did.
  perform app.fill_profile(v_me.id, case when v_is_new then v_facts else v_facts - 'referral_id' end);
  update public.profiles p set reg_type = 'registration' where p.id = v_me.id and v_is_new and p.reg_type in ('email', 'mobile');
  if v_facts ->> 'usertype' = 'driver' then
    perform public.submit_document('license', finish_sign_up.license_path, finish_sign_up.license_expires_on);
  end if;
  select p.* into v_me from public.profiles p where p.id = v_me.id;
  return v_me;
end $$;

COMMENT ON FUNCTION public.finish_sign_up(sign_up_id uuid, license_path text, license_expires_on date) IS 'Makes what the caller''s form said count, once a code has proved its address or number: names, number and referrer of a new account; who applied as a driver becomes one and hands in the licence (uploaded to users/<own id>/license-… before). A driver waits for approval while driver_approval is on: sessions end. Safe to call twice. Errors: must_login, account_suspended, sign_up_not_found, account_in_use, document_invalid.';

CREATE FUNCTION public.forget_push_token(token text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_me public.profiles := app.caller();
begin
  delete from public.push_tokens t where t.token = forget_push_token.token and t.user_id = v_me.id;
end $$;

COMMENT ON FUNCTION public.forget_push_token(token text) IS 'Sends nothing more to this device of the caller; silent where there is none. Errors: must_login.';

CREATE FUNCTION public.heat_map(south double precision, west double precision, north double precision, east double precision, hours integer DEFAULT 3, cell_m integer DEFAULT 500) RETURNS TABLE(lat double precision, lng double precision, demand bigint, unmet bigint, supply bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_me public.profiles := app.me();
begin
  if v_me.usertype not in ('admin', 'fleetadmin') then
    perform app.me_as_driver();
  end if;
  perform app.check_area(south, west, north, east, hours, cell_m);
  return query
  with wanted as (select w.* from app.demand_cells(south, west, north, east, hours, cell_m, v_me.usertype) w),
  there as (select t.* from app.supply_cells(south, west, north, east, cell_m, case v_me.usertype when 'fleetadmin' then v_me.id end) t
    where v_me.usertype <> 'driver')
  select coalesce(w.cell[1], t.cell[1]), coalesce(w.cell[0], t.cell[0]), coalesce(w.demand, 0),
    case when v_me.usertype <> 'driver' then coalesce(w.unmet, 0) end, case when v_me.usertype <> 'driver' then coalesce(t.supply, 0) end
  from wanted w full join there t on w.cell[0] = t.cell[0] and w.cell[1] = t.cell[1]
  order by 3 desc, 5 desc nulls last, 1, 2 limit 2000;
end $$;

COMMENT ON FUNCTION public.heat_map(south double precision, west double precision, north double precision, east double precision, hours integer, cell_m integer) IS 'Cells (centre in degrees, about cell_m wide) with the bookings called from there in the last hours, those nobody came to (unmet), and the free drivers there now (supply). Admins see all; fleet admins their own supply and, like drivers, only cells that at least three riders called from; drivers see demand alone, in threes. At most 2000 cells, busiest first. Errors: must_login, not_a_driver, require_approval, area_invalid.';

CREATE FUNCTION public.is_served(lat double precision, lng double precision) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.me();
  return app.is_served(is_served.lat, is_served.lng);
end $$;

COMMENT ON FUNCTION public.is_served(lat double precision, lng double precision) IS 'Whether a driver at this place can be offered trips. Errors: must_login, require_approval.';

CREATE FUNCTION public.list_audit(of_actor uuid DEFAULT NULL::uuid, of_action text DEFAULT NULL::text, of_target text DEFAULT NULL::text, of_id text DEFAULT NULL::text, from_at timestamp with time zone DEFAULT NULL::timestamp with time zone, to_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id bigint DEFAULT NULL::bigint, page_size integer DEFAULT 50) RETURNS TABLE(id bigint, at timestamp with time zone, actor_id uuid, actor_name text, actor_role text, action text, target text, target_id text, before jsonb, after jsonb)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
begin
  perform app.require_permission('desk');
  return query
  select l.id, l.at, l.actor_id, (select nullif(btrim(p.first_name || ' ' || p.last_name), '') from public.profiles p where p.id = l.actor_id),
    l.actor_role, l.action, l.target, l.target_id, l.before, l.after
  from public.audit_log l
  where (list_audit.of_actor is null or l.actor_id = list_audit.of_actor)
    and (list_audit.of_action is null or l.action = list_audit.of_action)
    and (list_audit.of_target is null or l.target = list_audit.of_target)
    and (list_audit.of_id is null or l.target_id = list_audit.of_id)
    and (list_audit.from_at is null or l.at >= list_audit.from_at)
    and (list_audit.to_at is null or l.at < list_audit.to_at)
    and (list_audit.after_at is null or (l.at <= list_audit.after_at and (l.at < list_audit.after_at or l.id < list_audit.after_id)))
  order by l.at desc, l.id desc
  limit least(greatest(coalesce(list_audit.page_size, 50), 1), 1000);
end $$;

COMMENT ON FUNCTION public.list_audit(of_actor uuid, of_action text, of_target text, of_id text, from_at timestamp with time zone, to_at timestamp with time zone, after_at timestamp with time zone, after_id bigint, page_size integer) IS 'What staff and others changed, newest first, with the name of who did it (null: the system, or somebody who left): of one actor, action (insert, update, delete or a verb), target (a table, most often) and its row, between from_at and before to_at. before and after are masked, as they are kept. The last row''s at and id as after_at and after_id give the next page. Errors: must_login, not_allowed.';

CREATE FUNCTION public.list_bookings(booking_id uuid DEFAULT NULL::uuid, status text DEFAULT NULL::text, statuses text[] DEFAULT NULL::text[], customer_id uuid DEFAULT NULL::uuid, driver_id uuid DEFAULT NULL::uuid, fleet_id uuid DEFAULT NULL::uuid, car_type_id uuid DEFAULT NULL::uuid, payment_mode text DEFAULT NULL::text, is_paid boolean DEFAULT NULL::boolean, is_unserved boolean DEFAULT NULL::boolean, needs_attention boolean DEFAULT NULL::boolean, cancelled_by text DEFAULT NULL::text, milestone text DEFAULT NULL::text, zone_id uuid DEFAULT NULL::uuid, reference text DEFAULT NULL::text, from_at timestamp with time zone DEFAULT NULL::timestamp with time zone, to_at timestamp with time zone DEFAULT NULL::timestamp with time zone, trip_from timestamp with time zone DEFAULT NULL::timestamp with time zone, trip_to timestamp with time zone DEFAULT NULL::timestamp with time zone, earned_from date DEFAULT NULL::date, earned_to date DEFAULT NULL::date, sort text DEFAULT 'created'::text, ascending boolean DEFAULT false, after_value text DEFAULT NULL::text, after_id uuid DEFAULT NULL::uuid, page_size integer DEFAULT 50) RETURNS SETOF public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
declare
  v_me public.profiles := app.require_staff('desk');
  v_fleet uuid := case when v_me.usertype = 'fleetadmin' then v_me.id end;
  v_reference text := left(nullif(upper(btrim(list_bookings.reference)), ''), 7);
  v_by text := case coalesce(list_bookings.sort, 'created') when 'created' then 'b.created_at' when 'trip' then 'b.trip_at'
    when 'reference' then 'b.reference' when 'payable' then 'b.payable_amount' when 'risk' then 'coalesce(r.late_secs, -2147483648)' end;
  v_is_risk constant boolean := list_bookings.sort = 'risk';
  v_type text := case v_by when 'b.reference' then 'text' when 'b.payable_amount' then 'numeric' else 'timestamptz' end;
  v_forth boolean := coalesce(list_bookings.ascending, false);
  v_earned text := case when coalesce(list_bookings.earned_from, list_bookings.earned_to) is not null then
    $q$select e.booking_id from app.earnings_entries e where e.day between coalesce($16, '-infinity') and coalesce($17, 'infinity')$q$
    || case when list_bookings.driver_id is not null then ' and e.driver_id = $7' else '' end end;
  -- The list as it was last told, which is short and is counted by portal_counts; a fleet has only what it can end.
  v_attention text := $q$select t.booking_id from app.attention_told t$q$ || case when v_fleet is not null then ' where t.fleet_id = $1' else '' end;
  v_limited boolean := (select coalesce(s.export_limit, 0) > 0 from public.settings s where s.id = 1);
  v_area extensions.geometry;
  v_where text;
  v_order text;
  v_query text;
  v_count bigint;
begin
  if v_by is null then perform app.refuse_sort('sort is created, trip, reference, payable or risk'); end if;
  if list_bookings.milestone not in ('accepted', 'arrived') then perform app.refuse_sort('milestone is accepted or arrived'); end if;
  if list_bookings.zone_id is not null then
    select z.area into v_area from public.zones z where z.id = list_bookings.zone_id;
  end if;
  v_where := concat_ws(' and ', 'true',
    case when v_fleet is not null then 'b.fleet_id = $1' end,
    case when list_bookings.fleet_id is not null then 'b.fleet_id = $2' end,
    case when list_bookings.booking_id is not null then 'b.id = $3' end,
    case when list_bookings.status is not null then 'b.status = $4' end,
    case when list_bookings.statuses is not null then 'b.status = any ($5)' end,
    case when list_bookings.customer_id is not null then 'b.customer_id = $6' end,
    case when list_bookings.driver_id is not null then 'b.driver_id = $7' end,
    case when list_bookings.car_type_id is not null then 'b.car_type_id = $8' end,
    case when list_bookings.payment_mode is not null then 'b.payment_mode = $9' end,
    case when list_bookings.is_paid then 'b.paid_at is not null'
      when not list_bookings.is_paid then $q$b.paid_at is null and b.status <> 'CANCELLED'$q$ end,
    case when list_bookings.is_unserved then $q$b.cancelled_by = 'system' and b.reason = 'no_driver_available'$q$ end,
    case when list_bookings.needs_attention then format('b.id = any (array(%s))', v_attention)
      when not list_bookings.needs_attention then format('b.id <> all (array(%s))', v_attention) end,
    case when list_bookings.cancelled_by is not null then 'b.cancelled_by = $21' end,
    case list_bookings.milestone when 'accepted' then 'b.accepted_at is not null'
      when 'arrived' then 'b.arrived_at is not null and not b.book_later' end,
    case when list_bookings.zone_id is not null then
      '(extensions.st_intersects($10, extensions.st_setsrid(extensions.st_makepoint(b.pickup_lng, b.pickup_lat), 4326))
        or extensions.st_intersects($10, extensions.st_setsrid(extensions.st_makepoint(b.drop_lng, b.drop_lat), 4326)))' end,
    case when length(v_reference) >= 6 then 'b.reference = $11' when v_reference is not null then $q$b.reference between $11 and $11 || 'ZZZZZZ'$q$ end,
    case when list_bookings.from_at is not null then 'b.created_at >= $12' end,
    case when list_bookings.to_at is not null then 'b.created_at < $13' end,
    case when list_bookings.trip_from is not null then 'b.trip_at >= $14' end,
    case when list_bookings.trip_to is not null then 'b.trip_at < $15' end,
    -- What counts was made before: from there the newest first are found within a few rows. In other orders all of them are sorted.
    case when v_earned <> '' and v_by = 'b.created_at' and not v_forth then
        format($q$b.created_at < coalesce($17, 'infinity') + 2 and b.id in (%s)$q$, v_earned)
      when v_earned <> '' then format('b.id = any (array(%s))', v_earned) end,
    -- Lateness changes while pages are turned: the next one begins after the row as it is now.
    case when v_is_risk then case when list_bookings.after_id is not null then
        app.after_sql(v_by, 'b.id', v_forth, false, '(select coalesce(l.late_secs, -2147483648) from r l where l.booking_id = $19)', '$19') end
      when list_bookings.after_value is not null then app.after_sql(v_by, 'b.id', v_forth, v_by = 'b.created_at', '$18::' || v_type, '$19') end);
  v_order := app.order_sql(v_by, 'b.id', v_forth, v_by = 'b.created_at');
  v_query := format(case when v_is_risk then 'with r as materialized (select l.* from app.lateness() l) select b.* from r join public.bookings b on b.id = r.booking_id'
    else 'select b.* from public.bookings b' end || ' where %s order by %s limit $20', v_where, v_order);
  -- With a read limit each row counts before any is shown; without one their number is enough, which is half as dear.
  if v_limited then
    v_query := format('with b as materialized (%s), s as materialized (select app.show_rows(''addresses'', $3, array_agg(b.id)) from b)
      select b.* from b cross join s %s order by %s', v_query, case when v_is_risk then 'join app.lateness() r on r.booking_id = b.id' else '' end, v_order);
  end if;
  return query execute v_query
    using v_fleet, list_bookings.fleet_id, list_bookings.booking_id, list_bookings.status, list_bookings.statuses, list_bookings.customer_id,
      list_bookings.driver_id, list_bookings.car_type_id, list_bookings.payment_mode, v_area, v_reference, list_bookings.from_at, list_bookings.to_at,
      list_bookings.trip_from, list_bookings.trip_to, list_bookings.earned_from, list_bookings.earned_to, list_bookings.after_value,
      list_bookings.after_id, least(greatest(coalesce(list_bookings.page_size, 50), 1), 1000), list_bookings.cancelled_by;
  get diagnostics v_count = row_count;
  if v_count > 0 and not v_limited then perform app.log_list('addresses', list_bookings.booking_id, v_count); end if;
end $_$;

COMMENT ON FUNCTION public.list_bookings(booking_id uuid, status text, statuses text[], customer_id uuid, driver_id uuid, fleet_id uuid, car_type_id uuid, payment_mode text, is_paid boolean, is_unserved boolean, needs_attention boolean, cancelled_by text, milestone text, zone_id uuid, reference text, from_at timestamp with time zone, to_at timestamp with time zone, trip_from timestamp with time zone, trip_to timestamp with time zone, earned_from date, earned_to date, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) IS 'Bookings for staff; fleet admins their fleet''s. Filters: one or several statuses, people, car type, payment_mode, is_paid (false: not paid and not cancelled), is_unserved (nobody came), needs_attention (on the attention list, as it was last told; for fleet admins what their fleet can end), cancelled_by (rider, driver, admin, system), milestone (accepted: a driver took it; arrived: a ride for now to whose pickup a driver came), zone_id (pickup or drop inside), what the reference begins with, when they were made (from_at to before to_at) and wanted (trip_from to before trip_to), the days in settings.time_zone on which they count in the earnings (earned_from to earned_to, both included; with driver_id as that driver''s). sort: created, trip, reference or payable, newest or highest first, or ascending, or risk: bookings under way by how late their car will be at the pickup (app.lateness), those whose car has come at the end; the last row''s value in that column and its id as after_value and after_id (by risk the id alone) give the next page. The access log notes who read how many. Errors: must_login, not_allowed, list_invalid, needs_approval (above settings.export_limit).';

CREATE FUNCTION public.list_credits(of_user uuid DEFAULT NULL::uuid, from_at timestamp with time zone DEFAULT NULL::timestamp with time zone, to_at timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id bigint DEFAULT NULL::bigint, page_size integer DEFAULT 50) RETURNS TABLE(id bigint, date timestamp with time zone, user_id uuid, name text, usertype text, amount numeric, balance numeric, tx_ref text, credited_by text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
begin
  perform app.require_permission('credit');
  return query
  select t.id, t.created_at, a.user_id, btrim(p.first_name || ' ' || p.last_name), p.usertype::text, e.amount, e.balance, 'AdminCredit'::text,
    -- The key begins with who credited: add_to_wallet.
    (select nullif(btrim(b.first_name || ' ' || b.last_name), '') from public.profiles b where b.id = app.uuid_of(split_part(t.idempotency_key, ':', 2)))
  from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id and a.kind = 'wallet'
  join public.profiles p on p.id = a.user_id
  where t.kind = 'admin_credit'
    and (list_credits.of_user is null or a.user_id = list_credits.of_user)
    and (list_credits.from_at is null or t.created_at >= list_credits.from_at)
    and (list_credits.to_at is null or t.created_at < list_credits.to_at)
    and (list_credits.before_id is null or t.id < list_credits.before_id)
  order by t.id desc
  limit least(greatest(coalesce(list_credits.page_size, 50), 1), 1000);
end $$;

COMMENT ON FUNCTION public.list_credits(of_user uuid, from_at timestamp with time zone, to_at timestamp with time zone, before_id bigint, page_size integer) IS 'What admins credited, newest first: whom, how much, the wallet after it, who did it (the second of two). of_user: one person''s; from_at to before to_at; the last row''s id as before_id gives the next page. Errors: must_login, not_allowed.';

CREATE FUNCTION public.list_earnings(from_day date DEFAULT NULL::date, to_day date DEFAULT NULL::date, of_driver uuid DEFAULT NULL::uuid, after_day date DEFAULT NULL::date, after_id bigint DEFAULT NULL::bigint, page_size integer DEFAULT 50) RETURNS TABLE(id bigint, day date, booking_id uuid, reference text, driver_id uuid, driver_name text, rides integer, trip_cost numeric, ride_cost numeric, driver_share numeric, convenience_fee numeric, discount_amount numeric, cancellation_fee numeric, cancellation_share numeric, free_ride_discounts numeric)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
#variable_conflict use_column
declare v_me public.profiles := app.require_staff('reports');
begin
  return query
  select e.id, e.day, e.booking_id, b.reference, e.driver_id, b.driver_name, e.rides, e.trip_cost, e.ride_cost, e.driver_share + e.cancellation_share,
    e.convenience_fees, e.discount_amount, e.cancellation_fee, e.cancellation_share, e.free_ride_discounts
  from app.earnings_entries e join public.bookings b on b.id = e.booking_id
  where e.day between coalesce(list_earnings.from_day, '-infinity') and coalesce(list_earnings.to_day, 'infinity')
    and (v_me.usertype = 'admin' or e.fleet_id = v_me.id)
    and (list_earnings.of_driver is null or e.driver_id = list_earnings.of_driver)
    and (list_earnings.after_day is null or (e.day <= list_earnings.after_day
      and (e.day < list_earnings.after_day or e.id < list_earnings.after_id)))
  order by e.day desc, e.id desc
  limit least(greatest(coalesce(list_earnings.page_size, 50), 1), 1000);
end $$;

COMMENT ON FUNCTION public.list_earnings(from_day date, to_day date, of_driver uuid, after_day date, after_id bigint, page_size integer) IS 'What each booking added to the earnings of the days from_day to to_day (in settings.time_zone, both included), newest first, of all or of_driver only: their sums are the figures of earnings_report and driver_earnings (driver_share with the driver''s part of cancellation fees). A correction is a line of its own on the day of the correction. Fleet admins see their fleet''s. The last row''s day and id as after_day and after_id give the next page. Errors: must_login, not_allowed.';

CREATE FUNCTION public.list_people(usertype text DEFAULT NULL::text, search text DEFAULT NULL::text, person_id uuid DEFAULT NULL::uuid, is_approved boolean DEFAULT NULL::boolean, is_suspended boolean DEFAULT NULL::boolean, fleet_id uuid DEFAULT NULL::uuid, car_type_id uuid DEFAULT NULL::uuid, is_active boolean DEFAULT NULL::boolean, has_papers_waiting boolean DEFAULT NULL::boolean, sort text DEFAULT 'created'::text, ascending boolean DEFAULT false, after_value text DEFAULT NULL::text, after_id uuid DEFAULT NULL::uuid, page_size integer DEFAULT 50) RETURNS SETOF public.profiles
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
declare
  v_me public.profiles := app.require_staff('desk');
  v_search text := nullif(btrim(list_people.search), '');
  v_digits text := regexp_replace(left(v_search, 100), '[^0-9]', '', 'g');
  v_name text := 'lower(p.first_name || '' '' || p.last_name)';
  v_by text := case coalesce(list_people.sort, 'created') when 'created' then 'p.created_at' when 'name' then v_name end;
  v_forth boolean := coalesce(list_people.ascending, false);
  v_open boolean := not app.is_demo();
  v_found text;
  v_where text;
begin
  if v_by is null then perform app.refuse_sort('sort is created or name'); end if;
  -- Contacts are not searched in a demo, else searching would tell what masking hides. A number that somebody else has proved is
  -- not found under a name that only claims it.
  v_found := concat_ws(' or ', v_name || ' like $2',
    'p.id = any (array(select d.id from public.drivers d where lower(d.vehicle_number) like $2 limit 1000))',
    case when v_open then 'lower(p.email) like $2 or p.referral_id = upper($3)' end,
    case when v_open and length(v_digits) >= 3 then $q$regexp_replace(p.mobile, '[^0-9]', '', 'g') like '%' || $4 || '%'
      and (p.mobile_verified or not exists (select 1 from public.profiles o where o.mobile_verified
        and regexp_replace(o.mobile, '[^0-9]', '', 'g') = regexp_replace(p.mobile, '[^0-9]', '', 'g')))$q$ end);
  v_where := concat_ws(' and ', 'p.deleted_at is null',
    case when list_people.usertype is not null then 'p.usertype = $1' when list_people.person_id is null then 'p.usertype <> ''admin''' end,
    case when list_people.person_id is not null then 'p.id = $5' end,
    case when v_me.usertype <> 'admin' then 'p.id in (select d.id from public.drivers d where d.fleet_id = $6)' end,
    case when list_people.fleet_id is not null then 'p.id in (select d.id from public.drivers d where d.fleet_id = $7)' end,
    case when list_people.car_type_id is not null then 'p.id in (select d.id from public.drivers d where d.car_type_id = $11)' end,
    case when list_people.is_active is not null then 'p.id in (select d.id from public.drivers d where d.driver_active_status = $12)' end,
    case when list_people.has_papers_waiting is not null then format('%s (select from public.driver_documents w where w.driver_id = p.id and w.status = ''pending'')',
      case when list_people.has_papers_waiting then 'exists' else 'not exists' end) end,
    case when list_people.is_approved then 'p.approved' when not list_people.is_approved then 'not p.approved' end,
    case when list_people.is_suspended then 'not p.approved and p.suspended_at is not null' when not list_people.is_suspended then 'p.suspended_at is null' end,
    case when v_search is not null then '(' || v_found || ')' end,
    case when list_people.after_value is not null then
      app.after_sql(v_by, 'p.id', v_forth, v_by = 'p.created_at', case when list_people.sort = 'name' then 'lower($8)' else '$8::timestamptz' end, '$9') end);
  return query execute format('with l as materialized (select p as person from public.profiles p where %1$s order by %2$s limit $10),
      counted as materialized (select app.show_rows(''people'', $5, array_agg((l.person).id)) from l)
      select p.* from l cross join counted cross join lateral app.shown(l.person) p order by %2$s', v_where, app.order_sql(v_by, 'p.id', v_forth, v_by = 'p.created_at'))
    using list_people.usertype, app.containing(v_search), left(v_search, 100), v_digits, list_people.person_id, v_me.id, list_people.fleet_id,
      list_people.after_value, list_people.after_id, least(greatest(coalesce(list_people.page_size, 50), 1), 1000), list_people.car_type_id, list_people.is_active;
end $_$;

COMMENT ON FUNCTION public.list_people(usertype text, search text, person_id uuid, is_approved boolean, is_suspended boolean, fleet_id uuid, car_type_id uuid, is_active boolean, has_papers_waiting boolean, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) IS 'People for staff; all but admins, or one usertype (admin too), or one person; fleet admins their drivers. Filters: is_approved, is_suspended (approval taken away), fleet_id (its drivers), car_type_id and is_active (drivers with it; on duty or not), has_papers_waiting (documents that nobody has judged). search looks in names and plates, outside demo mode in e-mail addresses, referral codes and, with three digits or more, numbers. sort: created or name, newest or last first, or ascending; the last row''s created_at (or first and last name with a space between) and id as after_value and after_id give the next page. Contacts are masked in demo mode. The access log notes who read how many. Errors: must_login, not_allowed, list_invalid, needs_approval (above settings.export_limit).';

CREATE FUNCTION public.list_promos(search text DEFAULT NULL::text, promo_id uuid DEFAULT NULL::uuid, discount_type text DEFAULT NULL::text, is_listed boolean DEFAULT NULL::boolean, state text DEFAULT NULL::text, valid_from timestamp with time zone DEFAULT NULL::timestamp with time zone, valid_to timestamp with time zone DEFAULT NULL::timestamp with time zone, sort text DEFAULT 'created'::text, ascending boolean DEFAULT false, after_value text DEFAULT NULL::text, after_id uuid DEFAULT NULL::uuid, page_size integer DEFAULT 50) RETURNS SETOF public.listed_promo
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $_$
declare
  v_by text := case coalesce(list_promos.sort, 'created') when 'created' then 'p.created_at' when 'name' then 'upper(p.promo_name)'
    when 'validity' then 'p.promo_validity' when 'uses' then 'p.user_avail' end;
  v_value text := case v_by when 'p.created_at' then '$8::timestamptz' when 'p.promo_validity' then '$8::date' when 'p.user_avail' then '$8::integer' else 'upper($8)' end;
  v_state constant text := $q$case when p.promo_validity < $10 then 'ended' when p.user_avail >= p.promo_usage_limit then 'used_up' else 'running' end$q$;
  v_search text := nullif(btrim(list_promos.search), '');
  v_forth boolean := coalesce(list_promos.ascending, false);
begin
  perform app.require_permission('desk');
  if v_by is null or list_promos.state not in ('running', 'ended', 'used_up') then
    perform app.refuse_sort('sort is created, name, validity or uses; state is running, ended or used_up');
  end if;
  return query execute format('select p.id, p.promo_name, p.promo_description, p.promo_discount_type, p.promo_discount_value, p.max_promo_discount_value,
      p.min_order, p.promo_validity, p.promo_usage_limit, p.user_avail, p.listed, p.created_at, p.version, %s from public.promos p where %s order by %s limit $11',
    v_state, concat_ws(' and ', 'true',
      case when v_search is not null then $q$lower(p.promo_name || ' ' || p.promo_description) like $1$q$ end,
      case when list_promos.promo_id is not null then 'p.id = $2' end,
      case when list_promos.discount_type is not null then 'p.promo_discount_type = $3' end,
      case when list_promos.is_listed is not null then 'p.listed = $4' end,
      case when list_promos.state is not null then v_state || ' = $5' end,
      case when list_promos.valid_from is not null then 'p.promo_validity >= $6' end,
      case when list_promos.valid_to is not null then 'p.promo_validity < $7' end,
      case when list_promos.after_value is not null then app.after_sql(v_by, 'p.id', v_forth, v_by = 'p.created_at', v_value, '$9') end),
    app.order_sql(v_by, 'p.id', v_forth, v_by = 'p.created_at'))
    using app.containing(v_search), list_promos.promo_id, list_promos.discount_type, list_promos.is_listed, list_promos.state,
      app.day_of(list_promos.valid_from), app.day_of(list_promos.valid_to), list_promos.after_value, list_promos.after_id, app.day_of(app.now()),
      least(greatest(coalesce(list_promos.page_size, 50), 1), 1000);
end $_$;

COMMENT ON FUNCTION public.list_promos(search text, promo_id uuid, discount_type text, is_listed boolean, state text, valid_from timestamp with time zone, valid_to timestamp with time zone, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) IS 'Promotions for admins, or one by promo_id. search looks in names and descriptions. Filters: discount_type (flat, percentage), is_listed, state (running, ended, used_up), and the last day by moments on it, valid_from to before valid_to. sort: created, name, validity or uses, newest, last or most first, or ascending; the last row''s created_at, promo_name, promo_validity or user_avail and its id as after_value and after_id give the next page. Errors: must_login, not_allowed, list_invalid.';

CREATE FUNCTION public.list_withdrawals(status text DEFAULT NULL::text, user_id uuid DEFAULT NULL::uuid, from_at timestamp with time zone DEFAULT NULL::timestamp with time zone, to_at timestamp with time zone DEFAULT NULL::timestamp with time zone, sort text DEFAULT 'date'::text, ascending boolean DEFAULT false, after_value text DEFAULT NULL::text, after_id uuid DEFAULT NULL::uuid, page_size integer DEFAULT 50) RETURNS SETOF public.withdraw_requests
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
declare
  v_by text := case coalesce(list_withdrawals.sort, 'date') when 'date' then 'r.date' when 'amount' then 'r.amount' end;
  v_forth boolean := coalesce(list_withdrawals.ascending, false);
  v_where text;
  v_count bigint;
begin
  perform app.require_permission('payouts');
  if v_by is null or list_withdrawals.status not in ('open', 'processed', 'rejected') then
    perform app.refuse_sort('sort is date or amount; status is open, processed or rejected');
  end if;
  v_where := concat_ws(' and ', 'true',
    case list_withdrawals.status when 'open' then 'not r.processed and r.rejected_at is null' when 'processed' then 'r.processed'
      when 'rejected' then 'r.rejected_at is not null' end,
    case when list_withdrawals.user_id is not null then 'r.user_id = $1' end,
    case when list_withdrawals.from_at is not null then 'r.date >= $2' end,
    case when list_withdrawals.to_at is not null then 'r.date < $3' end,
    case when list_withdrawals.after_value is not null then
      app.after_sql(v_by, 'r.id', v_forth, v_by = 'r.date', case v_by when 'r.date' then '$4::timestamptz' else '$4::numeric' end, '$5') end);
  return query execute format('select r.* from (select r as request from public.withdraw_requests r where %1$s order by %2$s limit $6) l
      cross join lateral app.shown(l.request) r order by %2$s', v_where, app.order_sql(v_by, 'r.id', v_forth, v_by = 'r.date'))
    using list_withdrawals.user_id, list_withdrawals.from_at, list_withdrawals.to_at, list_withdrawals.after_value, list_withdrawals.after_id,
      least(greatest(coalesce(list_withdrawals.page_size, 50), 1), 1000);
  get diagnostics v_count = row_count;
  perform app.log_access('withdrawals', list_withdrawals.user_id, v_count);
end $_$;

COMMENT ON FUNCTION public.list_withdrawals(status text, user_id uuid, from_at timestamp with time zone, to_at timestamp with time zone, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) IS 'Withdrawals for admins. Filters: status (open, processed, rejected), whose, and when they were asked for (from_at to before to_at). sort: date or amount, newest or highest first, or ascending; the last row''s value in that column and its id as after_value and after_id give the next page. Bank numbers are masked in demo mode, when it is the only way admins read withdrawals. Errors: must_login, not_allowed, list_invalid.';

CREATE FUNCTION public.mark_notices_read(ids uuid[] DEFAULT NULL::uuid[]) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.newcomer();
  v_count integer;
begin
  update public.notices n set read_at = app.now()
  where n.user_id = v_me.id and n.read_at is null and (mark_notices_read.ids is null or n.id = any (mark_notices_read.ids));
  get diagnostics v_count = row_count;
  if v_count > 0 then perform app.tell('user:' || v_me.id, 'notice'); end if;
  return v_count;
end $$;

COMMENT ON FUNCTION public.mark_notices_read(ids uuid[]) IS 'Marks notices of the caller as read, all without ids. Answers how many were not. Errors: must_login.';

CREATE FUNCTION public.message_driver(booking_id uuid, message text, client_key uuid DEFAULT gen_random_uuid()) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_permission('bookings');
  v_booking public.bookings := app.lock_booking(message_driver.booking_id);
  v_message text := btrim(app.plain_lines(message_driver.message));
  v_key text := coalesce(message_driver.client_key, gen_random_uuid());
begin
  perform app.require_edits();
  -- The log is what knows a repeat; its index begins with the target.
  if exists (select 1 from public.audit_log l where l.target = 'bookings' and l.target_id = v_booking.id::text
    and l.action = 'message_driver' and l.actor_id = v_me.id and l.after ->> 'client_key' = v_key) then return; end if;
  if not app.can_message_driver(v_booking) then perform app.refuse_status(v_booking); end if;
  if app.is_blank(v_message) or length(v_message) > 500 then
    raise sqlstate 'PT422' using message = 'message_invalid', hint = 'Write up to 500 characters';
  end if;
  if not public.take_rate_limit('desk_message:' || v_me.id, 20, 60) then
    raise sqlstate 'PT429' using message = 'too_many_requests', hint = 'Twenty messages a minute; wait a little';
  end if;
  perform app.notify(v_booking.driver_id, 'desk_message', jsonb_build_object('reference', v_booking.reference, 'message', v_message), v_booking.id);
  perform app.audit('message_driver', 'bookings', v_booking.id::text, null,
    jsonb_build_object('driver_id', v_booking.driver_id, 'message', v_message, 'client_key', v_key));
end $$;

COMMENT ON FUNCTION public.message_driver(booking_id uuid, message text, client_key uuid) IS 'An admin writes up to 500 characters to the driver of a booking under way: a notice on their screen and a push. Audited, twenty a minute; a repeated client_key sends once. Errors: must_login, not_allowed, demo_mode, booking_not_found, wrong_status, message_invalid, too_many_requests.';

CREATE FUNCTION public.nearby_drivers(lat double precision, lng double precision) RETURNS TABLE(car_type_id uuid, lat double precision, lng double precision, heading double precision, distance_km double precision, pickup_secs integer)
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    SET enable_bitmapscan TO 'off'
    AS $$
  select app.spend_look();
  -- Distance, order and cut follow from the place that is shown: exact distances from three points would give the exact
  -- place away. Rounding moves a place by up to 80 m, hence the wider search.
  select f.car_type, f.lat, f.lng, f.heading, f.km, app.pickup_secs(f.km) from (
  select n.car_type, s.lat, s.lng, round(n.heading)::double precision as heading, round((d.m / 1000)::numeric, 1)::double precision as km, d.m
  from (select app.radius_m() as m offset 0) r
  cross join public.car_types c
  cross join lateral (
    -- Chosen by anchor, which tells no exact place either, and more than are shown, as rounding reorders them.
    select p.car_type, p.lat, p.lng, p.heading from public.driver_positions p
    where p.car_type = c.id and p.pt is not null and p.updated_at > (select app.now() - interval '60 seconds')
      and p.pt operator(pg_catalog.<@) app.box_around(app.search_point(c.id, nearby_drivers.lat, nearby_drivers.lng), nearby_drivers.lat, r.m + 100)
    order by p.pt operator(pg_catalog.<->) app.search_point(c.id, nearby_drivers.lat, nearby_drivers.lng) limit 60) n
  cross join lateral (select round(n.lat::numeric, 3)::double precision as lat, round(n.lng::numeric, 3)::double precision as lng) s
  cross join lateral (select app.distance_m(nearby_drivers.lat, nearby_drivers.lng, s.lat, s.lng) as m) d
  where app.is_place(nearby_drivers.lat, nearby_drivers.lng) and d.m <= r.m
  -- A crowd of one type hides no other: the nearest of each comes first into the twenty.
  order by row_number() over (partition by n.car_type order by d.m, s.lat, s.lng) > 1, d.m, s.lat, s.lng, n.car_type limit 20) f
  order by f.m, f.lat, f.lng, f.car_type
$$;

COMMENT ON FUNCTION public.nearby_drivers(lat double precision, lng double precision) IS 'Up to 20 free drivers around a point, the nearest of each car type among them: car type, position to about 100 m, heading, kilometres, seconds until the car would be there. Never who they are. Sixty calls a minute. Errors: too_many_requests.';

CREATE FUNCTION public.no_show(booking_id uuid) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_booking public.bookings := app.lock_carried(no_show.booking_id);
  v_fee numeric;
  v_waited boolean;
begin
  if v_booking.status = 'CANCELLED' then return v_booking; end if;
  if v_booking.status <> 'ARRIVED' then perform app.refuse_status(v_booking); end if;
  if app.wait_ends(v_booking) > app.now() then
    raise sqlstate 'PT409' using message = 'no_show_too_early', hint = 'Wait for the free minutes to pass';
  end if;
  if not app.is_at(v_booking.driver_id, v_booking.pickup_lat, v_booking.pickup_lng) then
    raise sqlstate 'PT409' using message = 'not_at_pickup', hint = 'Report a position within 500 m of the pickup first';
  end if;
  select round(app.slab_fee(c.cancel_slab, 'Infinity'), s."decimal") into v_fee
  from public.car_types c, public.settings s where c.id = v_booking.car_type_id and s.id = 1;
  v_waited := app.waited_at_pickup(v_booking);
  perform app.act_as_driver(v_booking.driver_id, 'no_show');
  v_booking := app.end_booking(v_booking, 'driver', 'no_show', case when v_waited then v_fee else 0 end);
  if v_fee > 0 then
    insert into public.no_show_fees (booking_id, customer_id, amount, status)
    values (v_booking.id, v_booking.customer_id, v_fee, case when v_waited then 'charged' else 'review' end);
  end if;
  return v_booking;
end $$;

COMMENT ON FUNCTION public.no_show(booking_id uuid) IS 'The rider did not come within settings.free_wait. The highest slab is charged where the trail shows that the car waited at the pickup, else once the desk agrees (no_show_fees). Errors: not_a_driver, require_approval, booking_not_found, wrong_status, no_show_too_early, not_at_pickup.';

CREATE FUNCTION public.notification_progress(notification_id uuid) RETURNS TABLE(queued integer, sent integer, dead integer)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.require_permission('broadcast');
  return query
  select (count(*) filter (where o.status = 'queued'))::integer, (count(*) filter (where o.status = 'sent'))::integer,
    (count(*) filter (where o.status = 'dead'))::integer
  from app.outbox o where o.notification_id = notification_progress.notification_id;
end $$;

COMMENT ON FUNCTION public.notification_progress(notification_id uuid) IS 'How far a notification has come: devices that wait, have it, were given up. All 0 before it is sent, and once the outbox has forgotten it. Errors: must_login, not_allowed.';

CREATE FUNCTION public.notification_receivers(usertype text DEFAULT 'All'::text, devicetype text DEFAULT 'All'::text) RETURNS integer
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
declare v_count integer;
begin
  perform app.require_permission('broadcast');
  select count(*)::integer into v_count from app.news_devices d
  where notification_receivers.usertype in ('All', d.usertype) and notification_receivers.devicetype in ('All', d.platform);
  if v_count = 0 then perform app.refuse_nobody(); end if;
  return v_count;
end $$;

COMMENT ON FUNCTION public.notification_receivers(usertype text, devicetype text) IS 'How many devices a notification to these people (All, rider, driver) and devices (All, ANDROID, IOS) would reach now. Errors: must_login, not_allowed, no_user_match.';

CREATE FUNCTION public.nudge_dispatch(booking_id uuid) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = nudge_dispatch.booking_id
    and (b.customer_id = v_me.id or v_me.usertype = 'admin');
  if not found then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  perform 1 from public.bookings b where b.id = v_booking.id for no key update skip locked;
  if found and exists (select 1 from app.dispatch_queue q where q.booking_id = v_booking.id and q.due_at <= app.now()) then
    perform app.dispatch_booking(v_booking.id);
  end if;
  select b.* into v_booking from public.bookings b where b.id = v_booking.id;
  return v_booking;
end $$;

COMMENT ON FUNCTION public.nudge_dispatch(booking_id uuid) IS 'Looks for a driver if the last search is over; for the rider''s page. Answers the booking. Errors: must_login, booking_not_found.';

CREATE FUNCTION public.object_to_no_show(booking_id uuid, reason text) RETURNS public.no_show_fees
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_fee public.no_show_fees;
  v_reason text := left(nullif(btrim(app.plain(object_to_no_show.reason)), ''), 500);
begin
  select f.* into v_fee from public.no_show_fees f where f.booking_id = object_to_no_show.booking_id and f.customer_id = v_me.id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'no_show_fee_not_found', hint = 'No fee of yours belongs to this booking';
  end if;
  if v_fee.objected_at is not null then return v_fee; end if;
  if v_fee.decided_at is not null then
    raise sqlstate 'PT409' using message = 'no_show_fee_decided', hint = 'The desk has decided already';
  end if;
  if v_fee.created_at < app.now() - interval '7 days' then
    raise sqlstate 'PT409' using message = 'objection_too_late', hint = 'Objections are possible for 7 days';
  end if;
  if v_reason is null then
    raise sqlstate 'PT422' using message = 'reason_required', hint = 'Say what happened';
  end if;
  update public.no_show_fees f set objection = v_reason, objected_at = app.now() where f.booking_id = v_fee.booking_id returning f.* into v_fee;
  return v_fee;
end $$;

COMMENT ON FUNCTION public.object_to_no_show(booking_id uuid, reason text) IS 'The rider says, within 7 days, why a no-show fee is wrong; the desk then decides. Safe to call twice. Answers the fee. Errors: must_login, no_show_fee_not_found, no_show_fee_decided, objection_too_late, reason_required.';

CREATE FUNCTION public.order_cancel_reasons(ids uuid[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.require_permission('prices');
  perform app.require_edits();
  update public.cancel_reasons r set value = o.place - 1 from unnest(order_cancel_reasons.ids) with ordinality o (id, place)
  where r.id = o.id and r.value <> o.place - 1;
end $$;

COMMENT ON FUNCTION public.order_cancel_reasons(ids uuid[]) IS 'Puts the reasons in this order; one that ids leaves out, such as one that was just added, follows at its place. Errors: must_login, not_allowed, demo_mode.';

CREATE FUNCTION public.order_car_types(ids uuid[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.require_permission('prices');
  perform app.require_edits();
  update public.car_types c set sort_order = o.place from unnest(order_car_types.ids) with ordinality o (id, place)
  where c.id = o.id and c.sort_order <> o.place;
end $$;

COMMENT ON FUNCTION public.order_car_types(ids uuid[]) IS 'Gives the car types their places in the list, from 1; one that ids leaves out keeps its own. Errors: must_login, not_allowed, demo_mode.';

CREATE FUNCTION public.override_start_code(booking_id uuid, reason text) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_permission('bookings');
  v_booking public.bookings := app.lock_booking(override_start_code.booking_id);
  v_reason text := left(nullif(btrim(override_start_code.reason), ''), 500);
begin
  perform app.require_edits();
  if not app.asks_for_code(v_booking) then
    perform app.refuse_status(v_booking);
  end if;
  if v_reason is null then
    raise sqlstate 'PT422' using message = 'reason_required', hint = 'Say how you know that the right people met';
  end if;
  if exists (select 1 from app.code_overrides o where o.booking_id = v_booking.id and o.driver_id = v_booking.driver_id) then
    return v_booking;
  end if;
  if not app.is_code_locked(v_booking.id, v_booking.driver_id) then
    raise sqlstate 'PT409' using message = 'start_code_not_locked', hint = 'The driver has attempts left';
  end if;
  insert into app.code_overrides (booking_id, driver_id, admin_id, reason) values (v_booking.id, v_booking.driver_id, v_me.id, v_reason);
  perform app.audit('override_start_code', 'bookings', v_booking.id::text, null,
    jsonb_build_object('driver_id', v_booking.driver_id, 'reason', v_reason));
  perform app.notify(v_booking.driver_id, 'start_code_overridden', jsonb_build_object('reference', v_booking.reference), v_booking.id);
  return v_booking;
end $$;

COMMENT ON FUNCTION public.override_start_code(booking_id uuid, reason text) IS 'An admin lets the driver whose code is locked go on without it, once: a ride to its start, a parcel to its handing over. Audited, and noted in the history when used; safe to call twice. Errors: must_login, not_allowed, demo_mode, booking_not_found, wrong_status, reason_required, start_code_not_locked.';

CREATE FUNCTION public.own_referrals() RETURNS public.own_referrals
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_me public.profiles := app.me();
begin
  return (select (v_me.referral_id, round(s.bonus, s."decimal"),
    (select count(*) from public.profiles p where p.signup_via_referral = v_me.referral_id and p.id <> v_me.id),
    count(f.referred_id), coalesce(sum(f.amount), 0),
    greatest(s.referral_monthly_cap - count(f.referred_id) filter (where f.at >= app.month_start()), 0))::public.own_referrals
    from public.settings s left join app.referrals f on f.referrer_id = v_me.id where s.id = 1 group by s.id);
end $$;

COMMENT ON FUNCTION public.own_referrals() IS 'The caller''s invitation code and what came of it; numbers alone, nobody''s name. Errors: must_login.';

CREATE FUNCTION public.own_sessions() RETURNS SETOF public.own_session
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_me public.profiles := app.newcomer();
begin
  return query
  select s.id, left(s.user_agent, 300), coalesce(s.id::text = auth.jwt() ->> 'session_id', false), s.created_at,
    coalesce(s.refreshed_at at time zone 'UTC', s.created_at)
  from auth.sessions s
  -- Visitors of a demo share its people, and are none of one another's business.
  where s.user_id = v_me.id and (not app.is_demo() or s.id::text = auth.jwt() ->> 'session_id')
  order by 3 desc, 5 desc, s.id limit 50;
end $$;

COMMENT ON FUNCTION public.own_sessions() IS 'Where the caller is signed in, this device first, then the one used last. Errors: must_login.';

CREATE FUNCTION public.own_wallet() RETURNS public.own_wallet
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_until timestamptz := app.payout_waits_until(v_me.id);
begin
  return (v_me.wallet_balance, v_me.bonus_balance, greatest(v_me.wallet_balance - v_me.bonus_balance, 0), app.may_withdraw(v_me),
    case when v_until > app.now() then v_until end)::public.own_wallet;
end $$;

COMMENT ON FUNCTION public.own_wallet() IS 'What the caller has, and what of it may be taken out when. Errors: must_login.';

CREATE FUNCTION public.pay_with_wallet(booking_id uuid, client_key uuid DEFAULT gen_random_uuid()) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings := app.lock_booking(pay_with_wallet.booking_id);
  v_key text := format('wallet_payment:%s:%s', v_booking.id, coalesce(pay_with_wallet.client_key, gen_random_uuid()));
  v_open numeric := app.open_amount(v_booking);
  v_balance numeric;
  v_part numeric;
  v_bonus numeric;
begin
  if v_booking.customer_id <> v_me.id then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  if v_booking.status in ('PAID', 'COMPLETE') or v_booking.prepaid
    or exists (select 1 from public.ledger_transactions t where t.idempotency_key = v_key) then return v_booking; end if;
  if v_booking.status not in ('PAYMENT_PENDING', 'PENDING') then perform app.refuse_status(v_booking); end if;
  perform app.lock_parties(v_booking);
  v_bonus := app.usable_bonus(v_booking);
  v_balance := least(app.wallet_balance(v_me.id), app.real_balance(v_me.id) + v_bonus);
  v_part := greatest(0, least(v_balance, v_open));
  if v_part <= 0 and v_open > 0 then perform app.refuse_balance(v_open, v_balance); end if;
  perform app.post_ledger('wallet_payment', v_key, v_booking.id, jsonb_build_array(
    app.entry('bonus:' || v_me.id, -least(v_bonus, v_part)), app.entry('wallet:' || v_me.id, least(v_bonus, v_part) - v_part),
    app.entry('held:' || v_booking.id, v_part)));
  perform app.act(case v_booking.status when 'PENDING' then 'rider' else 'system' end, v_me.id, note => 'wallet');
  return app.credit_booking(v_booking, v_part, 0, null);
end $$;

COMMENT ON FUNCTION public.pay_with_wallet(booking_id uuid, client_key uuid) IS 'The rider pays a PENDING or PAYMENT_PENDING booking with the wallet, its bonus first: all of it, or what the wallet has; payable_amount then says what is left for cash or card. Answers the booking; safe to call twice. Errors: must_login, booking_not_found, wrong_status, insufficient_balance.';

CREATE FUNCTION public.payout_wait(user_id uuid) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_until timestamptz := app.payout_waits_until(user_id);
begin
  perform app.require_permission('payouts');
  return case when v_until > app.now() then v_until end;
end $$;

COMMENT ON FUNCTION public.payout_wait(user_id uuid) IS 'Until when new withdrawals of a person wait, since bank details or a contact changed, for those who pay out; null where nothing waits. Errors: must_login, not_allowed.';

CREATE FUNCTION public.person_devices(user_id uuid) RETURNS SETOF public.person_device
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.require_permission('people');
  -- Neither tokens nor addresses: staff needs to know that there is a device, not how to reach it.
  return query
  select * from (
    select 'push', t.platform, t.channels, t.created_at, t.seen_at from public.push_tokens t where t.user_id = person_devices.user_id
    union all
    select 'session', left(s.user_agent, 300), null, s.created_at, coalesce(s.refreshed_at at time zone 'UTC', s.created_at)
    from auth.sessions s where s.user_id = person_devices.user_id) d (kind, name, channels, since, seen_at)
  order by d.seen_at desc limit 100;
end $$;

COMMENT ON FUNCTION public.person_devices(user_id uuid) IS 'Where a person takes messages and is signed in, used last first, for admins. Errors: must_login, not_allowed.';

CREATE FUNCTION public.plan_account(facts jsonb, client_key uuid) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_staff('people');
  v_facts jsonb := (select coalesce(jsonb_object_agg(f.key, f.value), '{}')
    from jsonb_each(case when jsonb_typeof(plan_account.facts) = 'object' then plan_account.facts else '{}' end) f where not app.is_blank(f.value #>> '{}'));
  v_id uuid := md5(v_me.id || ':' || coalesce(plan_account.client_key, gen_random_uuid()))::uuid;
  v_own boolean := v_me.usertype = 'fleetadmin';
  v_taken boolean;
begin
  perform app.check_planned(v_facts, v_me);
  if exists (select 1 from public.profiles p where p.id = v_id and p.created_by = v_me.id) then
    return jsonb_build_object('id', v_id, 'made', true);
  end if;
  v_taken := app.is_contact_taken(v_facts ->> 'email', v_facts ->> 'mobile');
  perform app.spend_check(v_me, v_facts ->> 'email', v_facts ->> 'mobile', v_taken, 'plan');
  if v_taken then return app.user_exists(); end if;
  return jsonb_build_object('id', v_id, 'made', false, 'user', jsonb_strip_nulls(jsonb_build_object('id', v_id,
    'email', app.email_of(v_facts ->> 'email'), 'phone', '+' || regexp_replace(app.mobile_of(v_facts ->> 'mobile'), '[^0-9]', '', 'g'),
    'app_metadata', jsonb_build_object('usertype', v_facts ->> 'usertype', 'reg_type', 'admin', 'created_by', v_me.id, 'staff_role', v_facts ->> 'staff_role',
      'approved', case when v_own then not (select s.driver_approval from public.settings s where s.id = 1) else coalesce((v_facts ->> 'approved')::boolean, true) end,
      'fleet_id', case when v_own then v_me.id::text else v_facts ->> 'fleet_id' end),
    'user_metadata', v_facts - '{usertype,staff_role,approved,fleet_id,email,mobile}'::text[])));
end $$;

COMMENT ON FUNCTION public.plan_account(facts jsonb, client_key uuid) IS 'For accounts/users: checks that the caller may make this account and that nobody has its address or number, and answers {id, made, user: what the auth server is asked to make}; made: this client_key was used, the account is there. facts: {usertype, first_name, last_name, email, mobile, approved (admins), staff_role (of admins), fleet_id, car_type_id, vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info (of drivers)}. Fleet admins twenty times an hour, drivers of their own alone, approved only while driver_approval is off. What is asked is logged. Errors: must_login, account_suspended, not_allowed, person_invalid, name_invalid, email_or_mobile_issue, user_exists, too_many_requests.';

CREATE FUNCTION public.portal_counts() RETURNS TABLE(attention integer, withdrawals integer)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_is_fleet boolean := v_me.usertype = 'fleetadmin';
  v_attention integer;
  v_withdrawals integer;
begin
  if v_me.usertype not in ('admin', 'fleetadmin') then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'Only admins and fleet admins have these pages';
  end if;
  if v_is_fleet or app.role_holds(v_me.staff_role, 'desk') then
    select count(*) into v_attention from (select distinct t.booking_id from app.attention_told t join public.bookings b on b.id = t.booking_id
      where not v_is_fleet or (t.fleet_id = v_me.id and b.fleet_id = v_me.id) limit 100) w;
  end if;
  if not v_is_fleet and app.role_holds(v_me.staff_role, 'payouts') then
    select count(*) into v_withdrawals from (select from public.withdraw_requests r where not r.processed and r.rejected_at is null limit 100) w;
  end if;
  return query select v_attention, v_withdrawals;
end $$;

COMMENT ON FUNCTION public.portal_counts() IS 'How much waits on the pages of staff, up to 100 of each, which means 100 or more: bookings on the attention list (attention; with the permission desk; fleet admins count those of their fleet that it can do something about) and open withdrawals (withdrawals; with payouts). Null is what the caller has no business with. Told as attention and withdrawal on the topics admin and fleet. Errors: must_login, not_allowed.';

CREATE FUNCTION public.position_topic(booking_id uuid) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_booking public.bookings := app.booking_of_mine(position_topic.booking_id);
begin
  return (select t.topic from app.position_topics t where t.booking_id = v_booking.id);
end $$;

COMMENT ON FUNCTION public.position_topic(booking_id uuid) IS 'The private topic on which the driver of a trip sends its position: for its rider, its driver, its fleet''s admin and admins, from ACCEPTED to STARTED; null else. Another one for each driver. Errors: must_login, not_allowed, booking_not_found.';

CREATE FUNCTION public.preview_fares(tariff jsonb, rides jsonb) RETURNS SETOF public.previewed_fare
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_rule jsonb;
  v_km numeric;
begin
  perform app.require_permission('prices');
  if jsonb_typeof(tariff) is distinct from 'object' or jsonb_typeof(rides) is distinct from 'array'
    or jsonb_typeof(coalesce(tariff -> 'parcel_types', '[]')) <> 'array' or jsonb_typeof(coalesce(tariff -> 'options', '[]')) <> 'array' then
    raise sqlstate 'PT422' using message = 'tariff_invalid', hint = 'Send a car type as an object and rides as a list';
  end if;
  if jsonb_array_length(rides) > 50 then
    raise sqlstate 'PT422' using message = 'tariff_invalid', hint = 'At most 50 rides at once';
  end if;
  v_rule := app.tariff_rule(tariff);
  v_km := case when v_rule -> 'convert_to_mile' = 'true' then 1.609344 else 1 end;
  return query
    select f.* from jsonb_array_elements(rides) with ordinality r (ride, place)
    cross join lateral jsonb_populate_record(null::public.previewed_fare, app.compute_fare(v_rule, jsonb_strip_nulls(jsonb_build_object(
      'distance_km', app.amount_in(r.ride -> 'distance') * v_km, 'secs', round(app.amount_in(r.ride -> 'minutes') * 60),
      'parcel_type', app.chosen(coalesce(tariff -> 'parcel_types', '[]'), r.ride -> 'parcel_type_index'),
      'option', app.chosen(coalesce(tariff -> 'options', '[]'), r.ride -> 'option_index'))))) f
    order by r.place;
end $$;

COMMENT ON FUNCTION public.preview_fares(tariff jsonb, rides jsonb) IS 'What rides would cost under a car type that need not be saved: tariff is a row of car_types as JSON, rides [{distance (km, or miles with settings.convert_to_mile), minutes, parcel_type_index?, option_index?}], at most 50. Answers one row for each, in their order, computed as a quote is, without zones and tariff windows. Errors: must_login, not_allowed, tariff_invalid, select_proper.';

CREATE FUNCTION public.preview_promo(discount_type text, discount_value numeric, max_discount numeric DEFAULT NULL::numeric, min_order numeric DEFAULT 0, trip_cost numeric DEFAULT 20) RETURNS public.previewed_promo
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_cost numeric := app.to_money(preview_promo.trip_cost);
  v_applies boolean;
  v_discount numeric;
begin
  perform app.require_permission('promotions');
  if v_cost is null or coalesce(preview_promo.discount_type, '') not in ('flat', 'percentage') or not coalesce(preview_promo.discount_value between 0 and 1000000, false)
    or not coalesce(preview_promo.max_discount, 0) between 0 and 1000000 or not coalesce(preview_promo.min_order, 0) between 0 and 1000000 then
    perform app.refuse_amount();
  end if;
  v_applies := v_cost >= coalesce(preview_promo.min_order, 0);
  v_discount := case when v_applies then app.promo_amount(jsonb_build_object('type', preview_promo.discount_type, 'value', preview_promo.discount_value,
    'max', nullif(preview_promo.max_discount, 0)), v_cost, (select s."decimal" from public.settings s where s.id = 1)) else 0 end;
  return row(v_cost, v_applies, v_discount, v_cost - v_discount)::public.previewed_promo;
end $$;

COMMENT ON FUNCTION public.preview_promo(discount_type text, discount_value numeric, max_discount numeric, min_order numeric, trip_cost numeric) IS 'What a promotion with these figures would take off a fare, for its form: {trip_cost, applies (the fare reaches min_order), discount_amount, payable_amount}. Saves nothing. Errors: must_login, not_allowed, amount_invalid.';

CREATE TABLE public.notifications (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    devicetype text DEFAULT 'All'::text NOT NULL,
    usertype text DEFAULT 'All'::text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    created_by uuid DEFAULT auth.uid(),
    sent_at timestamp with time zone,
    recipients integer,
    CONSTRAINT notifications_body_check CHECK (((btrim(body) <> ''::text) AND (length(body) <= 2000))),
    CONSTRAINT notifications_check CHECK (((sent_at IS NULL) = (recipients IS NULL))),
    CONSTRAINT notifications_devicetype_check CHECK ((devicetype = ANY (ARRAY['All'::text, 'ANDROID'::text, 'IOS'::text]))),
    CONSTRAINT notifications_recipients_check CHECK ((recipients > 0)),
    CONSTRAINT notifications_title_check CHECK (((btrim(title) <> ''::text) AND (length(title) <= 200))),
    CONSTRAINT notifications_usertype_check CHECK ((usertype = ANY (ARRAY['All'::text, 'rider'::text, 'driver'::text])))
);

COMMENT ON TABLE public.notifications IS 'Messages of the operator to people''s devices. Written once, sent once.';

COMMENT ON COLUMN public.notifications.devicetype IS 'All reaches browsers, too.';

COMMENT ON COLUMN public.notifications.usertype IS 'Whom it is for: All, rider or driver.';

COMMENT ON COLUMN public.notifications.title IS 'As written; it is not translated.';

COMMENT ON COLUMN public.notifications.body IS 'As written; it is not translated.';

COMMENT ON COLUMN public.notifications.created_by IS 'The admin who wrote it.';

COMMENT ON COLUMN public.notifications.recipients IS 'Devices it was sent to; null before.';

CREATE FUNCTION public.progress(notification public.notifications) RETURNS integer[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if (notification).sent_at is null or not app.holds('broadcast') then return null; end if;
  return (select array[p.queued, p.sent, p.dead] from public.notification_progress((notification).id) p);
end $$;

COMMENT ON FUNCTION public.progress(notification public.notifications) IS 'What notification_progress says of a notification that was sent (a column of notifications): devices that wait, have it, were given up; null for drafts and for others than staff with the permission broadcast.';

CREATE FUNCTION public.queue(driver public.drivers) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return (select app.is_busy(d.id) from public.drivers d where d.id = (driver).id
    and (auth.uid() in (d.id, d.fleet_id) or (auth.jwt() ->> 'user_role') = 'admin' or not app.is_person()));
end $$;

COMMENT ON FUNCTION public.queue(driver public.drivers) IS 'Whether a booking engages the driver now (a column of drivers); null for drivers the caller does not see.';

CREATE FUNCTION public.quote_fare(customer_id uuid, quote jsonb) RETURNS public.quoted_fare
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  q jsonb := quote_fare.quote;
  v_car public.car_types := app.check_quote(q);
  v_trip_at timestamptz := app.time_of(q -> 'trip_at');
  v_price jsonb := app.price_route(v_car, q, v_trip_at);
  v_fare jsonb := v_price -> 'fare';
  v_cost numeric := (v_fare ->> 'trip_cost')::numeric;
  v_unit numeric := (v_price #>> '{rule,cash_unit}')::numeric;
  v_quote public.fare_quotes;
begin
  -- Only riders can book, so nobody else needs a quote that lasts.
  if exists (select 1 from public.profiles p where p.id = quote_fare.customer_id and p.usertype = 'rider') then
    insert into public.fare_quotes (customer_id, car_type_id, category, pickup_lat, pickup_lng, pickup_address,
      drop_lat, drop_lng, drop_address, waypoints, distance_in_km, time_in_secs, polyline, lines, trip_cost, tax_amount, trip_at, expires_at,
      pickup_point_name, drop_point_name, cash_unit)
    values (quote_fare.customer_id, v_car.id, v_car.category,
      (q #>> '{pickup,lat}')::double precision, (q #>> '{pickup,lng}')::double precision, left(app.plain(coalesce(q #>> '{pickup,add}', '')), 500),
      (q #>> '{drop,lat}')::double precision, (q #>> '{drop,lng}')::double precision, left(app.plain(coalesce(q #>> '{drop,add}', '')), 500),
      (select coalesce(jsonb_agg(case when w.stop ? 'add' then w.stop || jsonb_build_object('add', left(app.plain(w.stop ->> 'add'), 500)) else w.stop end
        order by w.place), '[]') from jsonb_array_elements(coalesce(nullif(q -> 'waypoints', 'null'), '[]')) with ordinality w (stop, place)),
      (v_price #>> '{inputs,distance_km}')::numeric, (v_price #>> '{inputs,secs}')::integer,
      coalesce(q ->> 'polyline', ''), v_fare -> 'rider_lines', v_cost, (v_fare ->> 'tax')::numeric,
      v_trip_at, app.now() + interval '10 minutes', left(app.plain(q #>> '{pickup,point_name}'), 500), left(app.plain(q #>> '{drop,point_name}'), 500), v_unit)
    returning * into v_quote;
    -- Asking without end fills no disk: whoever compares cars and places looks at a few dozen.
    delete from public.fare_quotes d where d.id in (select o.id from public.fare_quotes o where o.id in (
      select u.id from public.fare_quotes u where u.customer_id = v_quote.customer_id and u.used_at is null and u.id <> v_quote.id
      order by u.created_at desc, u.id desc offset 99 limit 100) for update skip locked);
    insert into app.fare_quote_rules (quote_id, rule, inputs, fare) values (v_quote.id, v_price -> 'rule', v_price -> 'inputs', v_fare);
  end if;
  return row(v_quote.id, v_cost, v_cost + app.cash_rounding(v_cost, v_unit), v_fare -> 'rider_lines', (v_fare ->> 'tax')::numeric, v_price #>> '{rule,code}',
    coalesce(v_quote.expires_at, app.now() + interval '10 minutes'))::public.quoted_fare;
end $$;

COMMENT ON FUNCTION public.quote_fare(customer_id uuid, quote jsonb) IS 'Prices a measured route. quote: {car_type_id, pickup:{lat,lng,add,point_name?}, drop: likewise, waypoints:[…], distance_in_km, time_in_secs, polyline, parcel_type_index?, option_index?, trip_at?}; point_name is what the server''s map calls a point, never from a client. Answers {quote_id, trip_cost, cash_amount, lines, tax, currency, expires_at}; cash_amount is trip_cost as it is paid in cash, tax is inside trip_cost, quote_id is null without a rider. Errors: select_proper, too_many_stops, no_route_found, zone_no_service.';

CREATE FUNCTION public.quote_payment(quote_id uuid) RETURNS TABLE(wallet_balance numeric, from_wallet numeric, left_in_cash numeric)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_quote public.fare_quotes;
  v_part numeric;
  v_rest numeric;
begin
  select q.* into v_quote from public.fare_quotes q where q.id = quote_payment.quote_id and q.customer_id = v_me.id;
  if not found then
    raise sqlstate 'PT404' using message = 'quote_not_found', hint = 'Ask for the fare again';
  end if;
  v_part := greatest(0, least(v_me.wallet_balance, v_quote.payable_amount));
  v_rest := v_quote.payable_amount - v_part;
  return query select v_me.wallet_balance, v_part, v_rest + app.cash_rounding(v_rest, v_quote.cash_unit);
end $$;

COMMENT ON FUNCTION public.quote_payment(quote_id uuid) IS 'What the caller''s wallet would pay of a quote now, and what would be left for cash. Moves nothing: pay_with_wallet does, of the final fare. Errors: must_login, account_suspended, quote_not_found.';

CREATE FUNCTION public.rate_booking(booking_id uuid, stars integer DEFAULT NULL::integer, comment text DEFAULT NULL::text) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
  v_given integer;
begin
  v_booking := app.lock_booking(rate_booking.booking_id);
  if v_me.id is distinct from v_booking.customer_id and v_me.id is distinct from v_booking.driver_id then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  if rate_booking.stars not between 1 and 5 then
    raise sqlstate 'PT422' using message = 'rating_invalid', hint = 'Give one to five stars, or none to skip';
  end if;
  if v_booking.status not in ('PAID', 'COMPLETE') then perform app.refuse_status(v_booking); end if;
  select g.stars into v_given from public.ratings g where g.booking_id = v_booking.id and g.from_id = v_me.id;
  if v_given is not null and rate_booking.stars is not null and v_given <> rate_booking.stars then
    raise sqlstate 'PT409' using message = 'already_rated', hint = 'A rating stands once it is given';
  end if;
  if rate_booking.stars is not null and v_given is null then
    perform app.add_rating(v_booking.id, v_me.id,
      case when v_me.id = v_booking.customer_id then v_booking.driver_id else v_booking.customer_id end, rate_booking.stars, rate_booking.comment);
  end if;
  -- The row of a booking stays as it is: its change would be broadcast.
  if v_me.id = v_booking.driver_id or v_booking.status = 'COMPLETE' then return v_booking; end if;
  perform app.act('rider', v_me.id);
  return app.move_booking(v_booking.id, 'COMPLETE', jsonb_build_object('completed_at', app.now()));
end $$;

COMMENT ON FUNCTION public.rate_booking(booking_id uuid, stars integer, comment text) IS 'The rider rates the driver, or skips without stars, which completes the booking; the driver rates the rider. The other side learns of it when both have rated, or after 24 hours. Safe to call twice. Errors: must_login, booking_not_found, rating_invalid, wrong_status, already_rated.';

CREATE FUNCTION public.rating_details(user_id uuid DEFAULT NULL::uuid) RETURNS public.rating_summary
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_whose uuid := coalesce(rating_details.user_id, v_me.id);
  v_details jsonb;
  v_comments jsonb;
  v_summary public.rating_summary;
begin
  if v_whose <> v_me.id and v_me.usertype <> 'admin' and not (v_me.usertype = 'fleetadmin'
      and exists (select 1 from public.drivers d where d.id = v_whose and d.fleet_id = v_me.id)) then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'Ratings are for their receiver, the driver''s fleet and admins';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('user', g.from_id, 'rate', g.stars, 'booking_id', g.booking_id, 'at', g.created_at)
    order by g.created_at desc, g.booking_id), '[]') into v_details
  from (select r.* from public.ratings r where r.to_id = v_whose and (v_me.usertype = 'admin' or r.shown_from <= app.now()) order by r.created_at desc, r.booking_id limit 200) g;
  select coalesce(jsonb_agg(c.said order by c.said ->> 'month' desc, c.said ->> 'comment'), '[]') into v_comments
  from (select jsonb_build_object('comment', k.comment, 'month', to_char(k.created_at at time zone s.time_zone, 'YYYY-MM'))
      || case when v_me.usertype = 'admin' then jsonb_build_object('user', k.from_id, 'booking_id', k.booking_id) else '{}' end as said
    from public.settings s, public.rating_comments k join public.ratings r on r.booking_id = k.booking_id and r.from_id = k.from_id
    where s.id = 1 and k.to_id = v_whose and (v_me.usertype = 'admin' or r.shown_from <= app.now())
    order by k.created_at desc, k.booking_id limit 200) c;
  select p.rating, p.rating_count, v_details, v_comments into v_summary from public.profiles p where p.id = v_whose;
  return v_summary;
end $$;

COMMENT ON FUNCTION public.rating_details(user_id uuid) IS 'The ratings of a person (the caller without user_id): {userrating, count, details [{user, rate, booking_id, at}], comments [{comment, month}]}, the last 200 of each; admins see with each comment user and booking_id. Errors: must_login, not_allowed.';

CREATE FUNCTION public.reach_drop(booking_id uuid, otp text DEFAULT NULL::text) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
  v_refusal jsonb;
begin
  perform app.check_permission(v_me, 'bookings');
  if v_me.usertype = 'admin' then
    v_booking := app.lock_booking(reach_drop.booking_id);
  else
    v_booking := app.lock_carried(reach_drop.booking_id, finishing => true);
  end if;
  if v_booking.status in ('REACHED', 'PENDING', 'PAID', 'COMPLETE') then return to_jsonb(v_booking); end if;
  if v_booking.status <> 'STARTED' then perform app.refuse_status(v_booking); end if;
  if v_me.usertype = 'admin' then
    perform app.act('admin', v_me.id, p.lat, p.lng, 'ended_by_admin')
    from (select 1) one left join public.driver_positions p on p.driver_id = v_booking.driver_id;
    perform app.audit('end_trip', 'bookings', v_booking.id::text, jsonb_build_object('status', v_booking.status), jsonb_build_object('status', 'REACHED'));
  else
    if v_booking.category = 'delivery' and v_booking.returning_at is null then
      v_refusal := app.check_code(v_booking.id, reach_drop.otp);
      if v_refusal is not null then return v_refusal; end if;
    end if;
    -- It needs no code, but somebody to take it back.
    if v_booking.returning_at is not null and not app.is_at(v_booking.driver_id, v_booking.drop_lat, v_booking.drop_lng) then
      raise sqlstate 'PT409' using message = 'not_at_pickup', hint = 'Report a position within 500 m of the sender first, or ask the desk';
    end if;
    perform app.act_as_driver(v_booking.driver_id, app.override_note(v_booking));
  end if;
  return to_jsonb(app.end_trip(v_booking));
end $$;

COMMENT ON FUNCTION public.reach_drop(booking_id uuid, otp text) IS 'The ride ends and its fare stands; a parcel needs the code, or on its way back the driver at the sender''s. An admin may end a trip that broke down, which is audited. Safe to call twice. Answers the booking, PENDING or PAID (@returns bookings). Errors: must_login, not_a_driver, require_approval, booking_not_found, wrong_status, not_at_pickup, start_code_wrong, start_code_required, start_code_locked.';

CREATE TABLE public.bank_details (
    user_id uuid NOT NULL,
    bank_name text NOT NULL,
    bank_code text DEFAULT ''::text NOT NULL,
    bank_account text NOT NULL,
    updated_at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT bank_details_bank_account_check CHECK (((length(bank_account) >= 4) AND (length(bank_account) <= 60))),
    CONSTRAINT bank_details_bank_code_check CHECK ((length(bank_code) <= 40)),
    CONSTRAINT bank_details_bank_name_check CHECK (((btrim(bank_name) <> ''::text) AND (length(bank_name) <= 120)))
);

COMMENT ON TABLE public.bank_details IS 'Where a person''s withdrawals go. Nobody reads them but their owner and admins, fleet admins least of all.';

COMMENT ON COLUMN public.bank_details.bank_name IS 'Name of the bank.';

COMMENT ON COLUMN public.bank_details.bank_code IS 'BIC or sort code; empty where the account number says it all.';

COMMENT ON COLUMN public.bank_details.bank_account IS 'IBAN or account number, upper case.';

CREATE FUNCTION public.read_bank_details(user_id uuid) RETURNS SETOF public.bank_details
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.require_permission('read_bank');
  perform app.require_edits();
  perform app.log_access('bank_details', read_bank_details.user_id, (select count(*) from public.bank_details b where b.user_id = read_bank_details.user_id));
  return query select b.* from public.bank_details b where b.user_id = read_bank_details.user_id;
end $$;

COMMENT ON FUNCTION public.read_bank_details(user_id uuid) IS 'Where a person''s withdrawals go, for admins; the access log notes who read it. No row where there is none. Errors: must_login, not_allowed, demo_mode.';

CREATE TABLE public.chat_messages (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    booking_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    driver_id uuid NOT NULL,
    from_id uuid NOT NULL,
    source text NOT NULL,
    message text NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    client_key uuid NOT NULL,
    CONSTRAINT chat_messages_message_check CHECK (((btrim(message) <> ''::text) AND (length(message) <= 1000))),
    CONSTRAINT chat_messages_source CHECK ((from_id =
CASE source
    WHEN 'driver'::text THEN driver_id
    ELSE customer_id
END)),
    CONSTRAINT chat_messages_source_check CHECK ((source = ANY (ARRAY['rider'::text, 'driver'::text])))
);

COMMENT ON TABLE public.chat_messages IS 'What rider and driver wrote each other. The driver is kept per message: a later driver does not read an earlier one''s.';

COMMENT ON COLUMN public.chat_messages.source IS 'rider or driver: which side wrote.';

COMMENT ON COLUMN public.chat_messages.message IS 'As written, without blanks around it and what nobody sees.';

CREATE FUNCTION public.read_chat(booking_id uuid) RETURNS SETOF public.chat_messages
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.require_permission('read_chats');
  perform app.log_access('chat', read_chat.booking_id, (select count(*) from public.chat_messages m where m.booking_id = read_chat.booking_id));
  return query select m.* from public.chat_messages m where m.booking_id = read_chat.booking_id order by m.created_at, m.id;
end $$;

COMMENT ON FUNCTION public.read_chat(booking_id uuid) IS 'The conversation of a booking, for admins, oldest first; the access log notes who read it. Errors: must_login, not_allowed.';

CREATE FUNCTION public.record_payment_event(provider text, event_id text, payment_id uuid, amount numeric, currency text, status text, payload jsonb DEFAULT '{}'::jsonb) RETURNS public.payment_effect
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_event public.payment_events;
  v_payment public.payments;
  v_booking public.bookings;
  v_new boolean;
begin
  perform app.check_provider(record_payment_event.provider);
  select p.* into v_payment from public.payments p where p.id = record_payment_event.payment_id;
  if found then
    v_booking := app.lock_booking(v_payment.booking_id);
    select p.* into v_payment from public.payments p where p.id = v_payment.id for update;
  end if;
  insert into public.payment_events (provider, event_id, payment_id, amount, currency, status, payload)
  values (record_payment_event.provider, record_payment_event.event_id, v_payment.id, record_payment_event.amount,
    record_payment_event.currency, coalesce(record_payment_event.status, ''), coalesce(record_payment_event.payload, '{}'))
  on conflict on constraint payment_events_provider_event_id_key do nothing returning * into v_event;
  v_new := found;
  if v_new then
    v_event.outcome := app.judge_event(v_event, v_payment, v_booking.status);
    update public.payment_events e set outcome = v_event.outcome where e.id = v_event.id;
    if v_event.outcome in ('paid', 'late') then
      perform app.take_card_payment(v_payment, v_booking, v_event.outcome);
    elsif v_event.outcome = 'failed' then
      update public.payments p set status = 'failed' where p.id = v_payment.id and p.status = 'created';
    end if;
  else
    select e.* into strict v_event from public.payment_events e
    where e.provider = record_payment_event.provider and e.event_id = record_payment_event.event_id;
  end if;
  return row(v_event.outcome, not v_new, v_event.payment_id, v_booking.id, (select b.status from public.bookings b where b.id = v_booking.id))::public.payment_effect;
end $$;

COMMENT ON FUNCTION public.record_payment_event(provider text, event_id text, payment_id uuid, amount numeric, currency text, status text, payload jsonb) IS 'A verified event of a provider. status: paid, failed, or whatever the provider says in between. Only paid, of the stored amount and currency, pays, and each (provider, event_id) has one effect however often it comes. Answers {outcome, duplicate, payment_id, booking_id, booking_status}; outcomes: payment_events.outcome. Errors: no_provider_found.';

CREATE FUNCTION public.referral_rings(since timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(referrer_id uuid, referred bigint, bonus numeric, spent numeric, drivers bigint, same_driver bigint, shared_devices bigint, similar_mailboxes bigint, last_at timestamp with time zone, score bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.require_permission('reports');
  return query
  with paid as (
    select f.* from app.referrals f where f.at >= coalesce(referral_rings.since, app.now() - interval '180 days')),
  members as (select p.referrer_id as head, p.referred_id as id from paid p union select p.referrer_id, p.referrer_id from paid p),
  sums as (
    select p.referrer_id as head, count(*) as n, 2 * sum(p.amount) as amount, count(distinct p.driver_id) as drivers, max(p.at) as last_at from paid p group by 1),
  by_driver as (select x.head, max(x.n) as n from (select p.referrer_id as head, count(*) as n from paid p group by p.referrer_id, p.driver_id) x group by 1),
  -- A driver on a device of the family counts as one of it.
  people as (select m.head, m.id from members m union select p.referrer_id, p.driver_id from paid p),
  devices as (
    select x.head, sum(x.n - 1) as n from (select m.head, k.hash, count(*) as n from people m join app.known_devices k on k.user_id = m.id group by 1, 2) x group by 1),
  mailboxes as (
    select x.head, sum(x.n - 1) as n from (select m.head, regexp_replace(app.normalised_mailbox(u.email), '[0-9._-]+(?=.*@)', '', 'g') as stem, count(*) as n
      from members m join auth.users u on u.id = m.id where u.email is not null group by 1, 2) x group by 1),
  spending as (
    select m.head, -sum(e.amount) as amount from members m join public.ledger_accounts a on a.user_id = m.id and a.kind = 'bonus'
    join public.ledger_entries e on e.account_id = a.id join public.ledger_transactions t on t.id = e.transaction_id where t.booking_id is not null group by 1)
  select s.head, s.n, s.amount, coalesce(g.amount, 0), s.drivers, d.n, coalesce(v.n, 0)::bigint, coalesce(b.n, 0)::bigint, s.last_at,
    (d.n - 1 + 3 * coalesce(v.n, 0) + 2 * coalesce(b.n, 0))::bigint as points
  from sums s join by_driver d on d.head = s.head left join devices v on v.head = s.head left join mailboxes b on b.head = s.head
  left join spending g on g.head = s.head
  order by points desc, s.n desc, s.head limit 200;
end $$;

COMMENT ON FUNCTION public.referral_rings(since timestamp with time zone) IS 'Who invited persons that look invented, the most suspicious first, 200 at most, of bonuses paid since then (180 days without): {referrer_id, referred (persons invited whose bonus was paid), bonus (paid to both sides), spent (of it, on fares), drivers (of the trips that earned), same_driver (most trips of one of them), shared_devices (persons more than devices), similar_mailboxes (persons more than mailboxes, numbers in names left out), last_at, score}. For admins. Errors: must_login, not_allowed.';

CREATE FUNCTION public.refund_booking(booking_id uuid, amount numeric, reason text, reclaim_share boolean DEFAULT false, client_key uuid DEFAULT gen_random_uuid()) RETURNS public.booking_refund
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_permission('refund');
  v_booking public.bookings := app.lock_booking(refund_booking.booking_id);
  v_amount numeric := app.to_money(refund_booking.amount);
  v_reason text := coalesce(nullif(btrim(app.plain_lines(left(refund_booking.reason, 500))), ''), 'refund');
  v_key text := format('refund:%s:%s', v_booking.id, coalesce(refund_booking.client_key, gen_random_uuid()));
  v_id bigint := (select t.id from public.ledger_transactions t where t.idempotency_key = v_key);
  v_left numeric;
  v_cards jsonb;
  v_to_wallet numeric;
  v_bonus numeric;
begin
  perform app.require_edits();
  if v_id is not null then return app.refund_answer(v_booking.id, v_id); end if;
  if v_booking.status not in ('PAID', 'COMPLETE') then perform app.refuse_status(v_booking); end if;
  if v_amount is null then perform app.refuse_amount(); end if;
  v_left := app.refundable(v_booking);
  if v_amount > v_left then
    raise sqlstate 'PT409' using message = 'refund_too_high', hint = format('%s of what was paid is left', v_left);
  end if;
  perform app.lock_parties(v_booking);
  perform app.check_one_person(v_me, 'refund', v_booking.id, v_booking.customer_id, v_amount);
  -- Real money goes back first, as bonus money was spent first.
  v_bonus := greatest(0, v_amount - (v_left - app.bonus_spent(v_booking)));
  v_cards := app.return_to_cards(v_booking.id, v_amount - v_bonus, v_reason, v_me.id);
  v_to_wallet := v_amount - (select coalesce(sum((e ->> 'amount')::numeric), 0) from jsonb_array_elements(v_cards) e);
  if v_to_wallet > 0 and app.has_left(v_booking.customer_id) then
    raise sqlstate 'PT404' using message = 'person_not_found', hint = 'The rider has left, and no card is left to refund to';
  end if;
  if v_to_wallet > 0 then
    insert into public.refunds (booking_id, customer_id, amount, reason, created_by, done_at)
    values (v_booking.id, v_booking.customer_id, v_to_wallet, v_reason, v_me.id, app.now());
  end if;
  v_id := app.post_ledger('refund', v_key, v_booking.id, v_cards || app.entry('wallet:' || v_booking.customer_id, v_to_wallet - v_bonus)
    || app.entry('bonus:' || v_booking.customer_id, v_bonus) || case when refund_booking.reclaim_share then app.reclaim_share(v_booking, v_amount)
      else jsonb_build_array(app.entry('expense.goodwill', -v_amount)) end);
  perform app.queue_receipt(v_booking.id, v_id);
  if refund_booking.reclaim_share then
    perform app.correct_earnings(v_booking.id, (select coalesce(sum(e.amount), 0) from public.ledger_entries e
      join public.ledger_accounts a on a.id = e.account_id where e.transaction_id = v_id and e.amount < 0 and a.kind = 'wallet'));
  end if;
  perform app.audit('refund_booking', 'bookings', v_booking.id::text, jsonb_build_object('refundable', v_left),
    jsonb_build_object('user_id', v_booking.customer_id, 'amount', v_amount, 'reason', v_reason, 'reclaim_share', coalesce(refund_booking.reclaim_share, false)));
  if v_to_wallet > 0 then
    perform app.notify(v_booking.customer_id, 'wallet_credited', jsonb_build_object('amount', v_to_wallet), v_booking.id);
  end if;
  return app.refund_answer(v_booking.id, v_id);
end $$;

COMMENT ON FUNCTION public.refund_booking(booking_id uuid, amount numeric, reason text, reclaim_share boolean, client_key uuid) IS 'An admin gives money back after PAID, never more than was paid in all: from goodwill, or with reclaim_share from the driver''s (and fleet''s) share as far as it reaches. It goes to the wallet, or to the card where settings.refund_to is source. Answers {booking_id, transaction_id, amount, refunds: [{id, amount, status, reason, to}]}; a repeated client_key refunds once. Errors: must_login, not_allowed, demo_mode, booking_not_found, wrong_status, amount_invalid, refund_too_high, person_not_found (the rider has left), needs_approval.';

CREATE TABLE public.push_tokens (
    token text NOT NULL,
    user_id uuid NOT NULL,
    platform text NOT NULL,
    channels text[] DEFAULT '{trips,chat,wallet,news}'::text[] NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    seen_at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT push_tokens_channels_check CHECK ((channels <@ '{trips,chat,wallet,news}'::text[])),
    CONSTRAINT push_tokens_platform_check CHECK ((platform = ANY (ARRAY['IOS'::text, 'ANDROID'::text, 'WEB'::text]))),
    CONSTRAINT push_tokens_token_check CHECK ((((octet_length(token) >= 8) AND (octet_length(token) <= 2000)) AND (token !~ '[[:space:]]'::text)))
);

COMMENT ON TABLE public.push_tokens IS 'The devices that a person wants messages on. A device belongs to whoever signed in on it last.';

COMMENT ON COLUMN public.push_tokens.token IS 'What the push service knows the device by.';

COMMENT ON COLUMN public.push_tokens.platform IS 'IOS, ANDROID or WEB.';

COMMENT ON COLUMN public.push_tokens.channels IS 'What this device wants to hear of: trips, chat, wallet, news.';

CREATE FUNCTION public.register_push_token(token text, platform text, channels text[] DEFAULT NULL::text[]) RETURNS public.push_tokens
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.newcomer();
  v_token public.push_tokens;
begin
  if coalesce(octet_length(register_push_token.token), 0) not between 8 and 2000 or register_push_token.token ~ '[[:space:]]'
    or coalesce(register_push_token.platform, '') not in ('IOS', 'ANDROID', 'WEB')
    or not coalesce(register_push_token.channels <@ '{trips,chat,wallet,news}', true)
    or cardinality(register_push_token.channels) > 4 then
    raise sqlstate 'PT422' using message = 'push_token_invalid', hint = 'Give a token, IOS, ANDROID or WEB, and channels of trips, chat, wallet, news';
  end if;
  insert into public.push_tokens as t (token, user_id, platform, channels)
  values (register_push_token.token, v_me.id, register_push_token.platform,
    coalesce(register_push_token.channels, '{trips,chat,wallet,news}'))
  on conflict on constraint push_tokens_pkey do update set user_id = v_me.id, platform = excluded.platform, seen_at = app.now(),
    -- What the person before wanted to hear does not bind the next.
    channels = case when register_push_token.channels is null and t.user_id = v_me.id then t.channels else excluded.channels end
  returning t.* into v_token;
  -- Twenty devices are more than anybody carries; the ones not seen for longest go.
  delete from public.push_tokens t where t.token in (select o.token from public.push_tokens o where o.user_id = v_me.id
    and o.token <> v_token.token order by o.seen_at desc, o.token offset 19);
  return v_token;
end $$;

COMMENT ON FUNCTION public.register_push_token(token text, platform text, channels text[]) IS 'Sends the caller''s messages to this device from now on, and nobody else''s. channels: what it wants to hear of, null keeps. Errors: must_login, push_token_invalid.';

CREATE FUNCTION public.reject(id uuid, reason text DEFAULT NULL::text) RETURNS public.approvals
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_permission('desk');
  v_row public.approvals := app.lock_approval(reject.id, v_me);
begin
  if v_row.status = 'rejected' then return v_row; end if;
  if v_row.status <> 'pending' then perform app.refuse_closed(); end if;
  update public.approvals a set status = 'rejected', decided_by = v_me.id, decided_at = app.now() where a.id = v_row.id returning a.* into v_row;
  perform app.audit('reject_request', 'approvals', v_row.id::text, jsonb_build_object('requested_by', v_row.requested_by),
    jsonb_build_object('kind', v_row.kind, 'user_id', v_row.user_id, 'amount', v_row.amount, 'reason', nullif(btrim(left(reject.reason, 500)), '')));
  return v_row;
end $$;

COMMENT ON FUNCTION public.reject(id uuid, reason text) IS 'An admin says no, or takes back what they asked for; safe to call twice. Errors: must_login, not_allowed, demo_mode, approval_not_found, approval_closed.';

CREATE FUNCTION public.reject_withdrawal(id uuid, reason text DEFAULT NULL::text) RETURNS public.withdraw_requests
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_request public.withdraw_requests := app.lock_withdrawal(reject_withdrawal.id);
begin
  if v_request.rejected_at is not null then return v_request; end if;
  if v_request.processed then
    raise sqlstate 'PT409' using message = 'withdrawal_closed', hint = 'It was transferred already';
  end if;
  perform app.post_ledger('withdrawal_rejected', 'withdrawal_rejected:' || v_request.id, null, jsonb_build_array(
    app.entry('payouts_pending', -v_request.amount), app.entry('wallet:' || v_request.user_id, v_request.amount)));
  update public.withdraw_requests r set rejected_at = app.now(), reason = nullif(btrim(left(reject_withdrawal.reason, 500)), '')
  where r.id = v_request.id returning r.* into v_request;
  perform app.audit('reject_withdrawal', 'withdraw_requests', v_request.id::text, null,
    jsonb_build_object('user_id', v_request.user_id, 'amount', v_request.amount, 'reason', v_request.reason));
  perform app.notify(v_request.user_id, 'withdrawal_rejected', jsonb_build_object('amount', v_request.amount, 'reason', v_request.reason));
  return v_request;
end $$;

COMMENT ON FUNCTION public.reject_withdrawal(id uuid, reason text) IS 'An admin returns the money to the wallet; safe to call twice. Answers the request. Errors: must_login, not_allowed, demo_mode, withdrawal_not_found, withdrawal_closed.';

CREATE FUNCTION public.release_payouts(user_id uuid, reason text) RETURNS timestamp with time zone
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_permission('bank_release');
  v_until timestamptz := app.payout_waits_until(release_payouts.user_id);
begin
  perform app.require_edits();
  perform app.check_one_person(v_me, 'bank_release', release_payouts.user_id, release_payouts.user_id, null);
  if v_until > app.now() then
    update app.payout_changes c set at = '-infinity' where c.user_id = release_payouts.user_id;
    perform app.audit('release_payouts', 'profiles', release_payouts.user_id::text, jsonb_build_object('until', v_until),
      jsonb_build_object('reason', nullif(btrim(left(release_payouts.reason, 500)), '')));
  end if;
  return v_until;
end $$;

COMMENT ON FUNCTION public.release_payouts(user_id uuid, reason text) IS 'Ends the wait after new bank details early, once the desk knows that the owner made the change. Answers until when it would have lasted. Errors: must_login, not_allowed (also for oneself), demo_mode, needs_approval.';

CREATE FUNCTION public.remove_extra(id uuid, reason text) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_permission('fares');
  v_reason text := left(nullif(btrim(remove_extra.reason), ''), 500);
  v_booking public.bookings;
  v_extra public.booking_extras;
begin
  perform app.require_edits();
  select b.* into v_booking from public.booking_extras x join public.bookings b on b.id = x.booking_id where x.id = remove_extra.id;
  if not found then
    raise sqlstate 'PT404' using message = 'extra_not_found', hint = 'There is no such extra';
  end if;
  v_booking := app.lock_booking(v_booking.id);
  select x.* into v_extra from public.booking_extras x where x.id = remove_extra.id;
  if v_extra.removed_at is not null then return v_booking; end if;
  if v_booking.status not in ('ARRIVED', 'STARTED', 'PENDING') then perform app.refuse_status(v_booking); end if;
  if v_reason is null then
    raise sqlstate 'PT422' using message = 'reason_required', hint = 'Say why the extra goes';
  end if;
  update public.booking_extras x set removed_at = app.now(), removed_by = v_me.id where x.id = v_extra.id;
  perform app.audit('remove_extra', 'bookings', v_booking.id::text, to_jsonb(v_extra), jsonb_build_object('reason', v_reason));
  perform app.notify(p.id, 'extra_removed', jsonb_build_object('reference', v_booking.reference, 'kind', v_extra.key, 'amount', v_extra.amount), v_booking.id)
  from unnest(array[v_booking.customer_id, v_booking.driver_id]) p (id);
  if v_booking.status <> 'PENDING' then return v_booking; end if;
  perform app.act('admin', v_me.id, note => 'extra_removed');
  return app.store_fare(v_booking);
end $$;

COMMENT ON FUNCTION public.remove_extra(id uuid, reason text) IS 'An admin takes an extra off, until the ride is paid; one that was in the fare already is computed out of it. Audited; driver and rider are told; safe to call twice. Errors: must_login, not_allowed, demo_mode, extra_not_found, wrong_status, reason_required.';

CREATE TABLE public.saved_addresses (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    user_id uuid NOT NULL,
    label text,
    description text NOT NULL,
    lat double precision NOT NULL,
    lng double precision NOT NULL,
    count integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT saved_addresses_count_check CHECK ((count >= 0)),
    CONSTRAINT saved_addresses_description_check CHECK ((length(description) <= 500)),
    CONSTRAINT saved_addresses_label_check CHECK (((btrim(label) <> ''::text) AND (length(label) <= 40))),
    CONSTRAINT saved_addresses_place CHECK (app.is_place(lat, lng))
);

COMMENT ON TABLE public.saved_addresses IS 'Places a rider goes to; the end of a ride within 100 m of a known one counts on it.';

COMMENT ON COLUMN public.saved_addresses.label IS 'What its owner calls it (home, work, …); null for places that rides left behind.';

COMMENT ON COLUMN public.saved_addresses.description IS 'The address as text.';

COMMENT ON COLUMN public.saved_addresses.count IS 'Rides that ended there.';

CREATE FUNCTION public.rename_address(id uuid, label text) RETURNS public.saved_addresses
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_label text := case when rename_address.label is not null then app.check_label(rename_address.label) end;
  v_address public.saved_addresses;
begin
  perform 1 from public.profiles p where p.id = v_me.id for no key update;
  select a.* into v_address from public.saved_addresses a where a.id = rename_address.id and a.user_id = v_me.id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'address_not_found', hint = 'There is no such address of yours';
  end if;
  if v_address.label is null and v_label is not null and not exists (select 1 from public.saved_addresses a
      where a.user_id = v_me.id and lower(a.label) = lower(v_label)) and (select count(*) from public.saved_addresses a
      where a.user_id = v_me.id and a.label is not null) >= 20 then
    raise sqlstate 'PT409' using message = 'too_many_addresses', hint = 'Twenty named addresses; remove one first';
  end if;
  -- There is one home: the name leaves the place that had it.
  update public.saved_addresses a set label = null where a.user_id = v_me.id and a.id <> v_address.id and lower(a.label) = lower(v_label);
  update public.saved_addresses a set label = v_label where a.id = v_address.id returning a.* into v_address;
  return v_address;
end $$;

COMMENT ON FUNCTION public.rename_address(id uuid, label text) IS 'Names one of the caller''s places, or takes its name away (null); a name given twice leaves the place that had it. Errors: must_login, address_invalid, address_not_found, too_many_addresses.';

CREATE FUNCTION public.report_position(lat double precision, lng double precision, heading double precision DEFAULT NULL::double precision, accuracy double precision DEFAULT NULL::double precision, at timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return public.report_positions(jsonb_build_array(jsonb_build_object('lat', report_position.lat, 'lng', report_position.lng,
    'heading', report_position.heading, 'accuracy', report_position.accuracy, 'at', report_position.at)));
end $$;

COMMENT ON FUNCTION public.report_position(lat double precision, lng double precision, heading double precision, accuracy double precision, at timestamp with time zone) IS 'report_positions for one point; without "at" it is true now.';

CREATE FUNCTION public.report_positions(points jsonb) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.caller();
  v_driver public.drivers := app.driver_row(v_me);
  v_trip record;
  v_last record;
  v_newest record;
  v_known timestamptz;
  v_kept integer := 0;
  p record;
begin
  select d.updated_at into v_known from public.driver_positions d where d.driver_id = v_driver.id;
  select b.id, b.status, b.accepted_at into v_trip from public.bookings b
  where b.driver_id = v_driver.id and b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED');
  if v_trip.id is null then
    perform app.require_active(v_me);
  else
    -- One report at a time, so that each is measured against the one before: two at once could tell two ways in one.
    perform pg_advisory_xact_lock(hashtextextended('trail' || v_driver.id, 0));
    select t.lat, t.lng, t.at into v_last from public.tracking_points t where t.booking_id = v_trip.id
      and t.driver_id = v_driver.id order by t.at desc limit 1;
  end if;
  for p in select r.* from app.read_points(report_positions.points) r loop
    if v_trip.id is not null and p.at >= v_trip.accepted_at then
      -- Points closer in time than a second or so add nothing but their number,
      -- and many small steps between them would add up to a longer way.
      continue when v_last.at is not null and (p.at < v_last.at + interval '900 milliseconds'
        or app.distance_m(v_last.lat, v_last.lng, p.lat, p.lng) > app.fastest_mps() * extract(epoch from p.at - v_last.at));
      insert into public.tracking_points (booking_id, driver_id, status, lat, lng, heading, accuracy, at)
      values (v_trip.id, v_driver.id, v_trip.status, p.lat, p.lng, p.heading, p.accuracy, p.at);
      v_last := p;
    else
      continue when p.at < v_known;
    end if;
    v_newest := p;
    v_kept := v_kept + 1;
  end loop;
  -- The hot row is written once, however many points a report brings.
  if v_kept > 0 then
    if not app.store_position(v_driver, v_newest.lat, v_newest.lng, v_newest.heading, v_newest.accuracy, v_newest.at) then
      return case when v_trip.id is null then 0 else v_kept end;
    end if;
    if v_trip.id is not null then
      perform app.watch_trip(v_trip.id, v_driver.id, v_newest.lat, v_newest.lng, v_newest.accuracy, v_newest.at);
    end if;
  end if;
  return v_kept;
end $$;

COMMENT ON FUNCTION public.report_positions(points jsonb) IS 'Stores the caller''s positions [{lat, lng, heading, accuracy, at}] (degrees, metres, time or ms). Implausible or out-of-trip points are dropped; a jump above 200 km/h leaves the old position until three points over 20 s follow from one another. Answers how many were kept. Errors: not_a_driver, require_approval.';

CREATE FUNCTION public.request_approval(kind text, target_id uuid, amount numeric DEFAULT NULL::numeric, reason text DEFAULT NULL::text, client_key uuid DEFAULT gen_random_uuid()) RETURNS public.approvals
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_is_export boolean := coalesce(request_approval.kind = 'export', false);
  v_me public.profiles := case when v_is_export then app.require_staff('desk') else app.require_permission(app.permission_for(coalesce(kind, 'desk'))) end;
  v_target uuid := case when v_is_export then v_me.id else request_approval.target_id end;
  v_key uuid := coalesce(request_approval.client_key, gen_random_uuid());
  v_user uuid;
  v_amount numeric := case when request_approval.kind in ('credit', 'refund') then app.to_money(request_approval.amount)
    when v_is_export and request_approval.amount between 1 and 999999 then trunc(request_approval.amount) end;
  v_row public.approvals;
begin
  perform app.require_edits();
  perform pg_advisory_xact_lock(hashtextextended('approval' || v_me.id::text || v_key::text, 0));
  select a.* into v_row from public.approvals a where a.requested_by = v_me.id and a.client_key = v_key;
  if found then return v_row; end if;
  case request_approval.kind
    when 'refund' then select b.customer_id into v_user from public.bookings b where b.id = request_approval.target_id;
    when 'payout' then select w.user_id, w.amount into v_user, v_amount from public.withdraw_requests w where w.id = request_approval.target_id;
    else select p.id into v_user from public.profiles p where p.id = v_target and p.deleted_at is null
      and request_approval.kind in ('credit', 'bank_release', 'export');
  end case;
  if v_user is null or v_amount is null and request_approval.kind <> 'bank_release' then
    raise sqlstate 'PT422' using message = 'no_details_error', hint = 'kind is credit, refund, payout, bank_release or export, target_id what it is about, and a credit, refund or export has an amount';
  end if;
  if not v_is_export then perform app.refuse_own(v_me, v_user); end if;
  insert into public.approvals (kind, target_id, user_id, amount, reason, requested_by, client_key)
  values (request_approval.kind, v_target, v_user, v_amount, nullif(btrim(left(request_approval.reason, 500)), ''), v_me.id, v_key)
  returning * into v_row;
  perform app.audit('request_approval', 'approvals', v_row.id::text, null,
    jsonb_build_object('kind', v_row.kind, 'target_id', v_row.target_id, 'user_id', v_user, 'amount', v_amount));
  return v_row;
end $$;

COMMENT ON FUNCTION public.request_approval(kind text, target_id uuid, amount numeric, reason text, client_key uuid) IS 'Asks another admin for a credit (target_id: person), a refund (booking), a payout (withdrawal) or the end of a payout''s wait (bank_release: person), or, for staff, so many rows beyond settings.export_limit (export: no target, amount rows). A repeated client_key answers the first. Errors: must_login, not_allowed (also for oneself), demo_mode, no_details_error.';

CREATE FUNCTION public.request_withdrawal(amount numeric, client_key uuid DEFAULT gen_random_uuid()) RETURNS public.withdraw_requests
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_amount numeric := app.to_money(request_withdrawal.amount);
  v_key uuid := coalesce(request_withdrawal.client_key, gen_random_uuid());
  v_balance numeric;
  v_bank jsonb := app.bank_details_of(v_me.id);
  v_request public.withdraw_requests;
begin
  -- The wallet's lock makes two calls with one key wait for each other, too.
  v_balance := app.real_balance(v_me.id);
  select r.* into v_request from public.withdraw_requests r where r.user_id = v_me.id and r.client_key = v_key;
  if found then return v_request; end if;
  if not app.may_withdraw(v_me) then
    raise sqlstate 'PT403' using message = 'withdrawal_not_allowed', hint = 'Drivers may; riders while settings.rider_with_draw is on';
  end if;
  if v_amount is null then perform app.refuse_amount(); end if;
  perform app.check_payout_wait(v_me.id);
  if v_balance < v_amount then perform app.refuse_balance(v_amount, v_balance); end if;
  if (select count(*) from public.withdraw_requests r where r.user_id = v_me.id and not r.processed and r.rejected_at is null) >= 20 then
    raise sqlstate 'PT429' using message = 'too_many_requests', hint = 'Twenty withdrawals are open; the desk decides them first';
  end if;
  insert into public.withdraw_requests (user_id, name, amount, bank_name, bank_code, bank_account, client_key)
  select v_me.id, btrim(v_me.first_name || ' ' || v_me.last_name), v_amount,
    coalesce(v_bank ->> 'bank_name', ''), coalesce(v_bank ->> 'bank_code', ''), coalesce(v_bank ->> 'bank_account', ''), v_key
  returning * into v_request;
  perform app.post_ledger('withdrawal', 'withdrawal:' || v_request.id, null, jsonb_build_array(
    app.entry('wallet:' || v_me.id, -v_amount), app.entry('payouts_pending', v_amount)));
  return v_request;
end $$;

COMMENT ON FUNCTION public.request_withdrawal(amount numeric, client_key uuid) IS 'The caller asks for money from the wallet, which leaves it at once; never more than there is without the bonus. Answers the request; a repeated client_key the first. Errors: must_login, withdrawal_not_allowed, amount_invalid, payout_waits, insufficient_balance, too_many_requests (20 open).';

CREATE FUNCTION public.return_to_sender(booking_id uuid, reason text) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings := case when v_me.usertype = 'admin' then app.lock_booking(return_to_sender.booking_id)
    else app.lock_carried(return_to_sender.booking_id, finishing => true) end;
  v_after public.bookings;
  v_reason text := left(nullif(btrim(return_to_sender.reason), ''), 500);
begin
  perform app.check_permission(v_me, 'bookings');
  if v_booking.returning_at is not null then return v_booking; end if;
  if v_booking.category <> 'delivery' then
    raise sqlstate 'PT409' using message = 'not_a_delivery', hint = 'Only parcels go back';
  end if;
  if v_booking.status <> 'STARTED' then perform app.refuse_status(v_booking); end if;
  -- Else a driver could fetch a parcel, turn around and end the trip without ever having needed the code.
  if v_me.usertype <> 'admin' and not app.is_at(v_booking.driver_id, v_booking.drop_lat, v_booking.drop_lng) then
    raise sqlstate 'PT409' using message = 'not_at_drop', hint = 'Report a position within 500 m of the drop first, or ask the desk';
  end if;
  update public.bookings b set returning_at = app.now(), drop_lat = b.pickup_lat, drop_lng = b.pickup_lng, drop_address = b.pickup_address
  where b.id = v_booking.id returning b.* into v_after;
  insert into public.booking_revisions (booking_id, kind, status, actor_id, before, after)
  values (v_booking.id, 'return', v_booking.status, v_me.id, app.route_of(v_booking), app.route_of(v_after));
  if v_me.usertype = 'admin' then
    perform app.act('admin', v_me.id);
    perform app.audit('return_to_sender', 'bookings', v_booking.id::text, null, jsonb_build_object('reason', v_reason));
  else
    perform app.act_as_driver(v_booking.driver_id);
  end if;
  perform app.add_event(v_booking.id, v_booking.status, v_booking.status, coalesce('returning: ' || v_reason, 'returning'));
  perform app.notify(v_booking.customer_id, 'trip_returning',
    jsonb_strip_nulls(jsonb_build_object('reference', v_booking.reference, 'reason', v_reason)), v_booking.id);
  return v_after;
end $$;

COMMENT ON FUNCTION public.return_to_sender(booking_id uuid, reason text) IS 'A parcel nobody took in goes back to its pickup, for the fare that stands; reach_drop there needs no code. By the driver at the drop, or an admin. Safe to call twice. Errors: must_login, not_a_driver, require_approval, booking_not_found, not_a_delivery, wrong_status, not_at_drop.';

CREATE FUNCTION public.save_address(label text, description text, lat double precision, lng double precision) RETURNS public.saved_addresses
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_label text := app.check_label(save_address.label);
  v_address public.saved_addresses;
begin
  if not app.is_place(save_address.lat, save_address.lng) or coalesce(btrim(save_address.description), '') = '' then
    raise sqlstate 'PT422' using message = 'address_invalid', hint = 'Give a description and where it is';
  end if;
  -- One at a time per person: the limit counts those that are being added.
  perform 1 from public.profiles p where p.id = v_me.id for no key update;
  update public.saved_addresses a set description = left(btrim(save_address.description), 500), lat = save_address.lat, lng = save_address.lng,
    -- Who moves home starts counting anew.
    count = case when app.distance_m(a.lat, a.lng, save_address.lat, save_address.lng) <= 100 then a.count else 0 end
  where a.user_id = v_me.id and lower(a.label) = lower(v_label) returning a.* into v_address;
  if found then return v_address; end if;
  if (select count(*) from public.saved_addresses a where a.user_id = v_me.id and a.label is not null) >= 20 then
    raise sqlstate 'PT409' using message = 'too_many_addresses', hint = 'Twenty named addresses; remove one first';
  end if;
  insert into public.saved_addresses (user_id, label, description, lat, lng, count)
  values (v_me.id, v_label, left(btrim(save_address.description), 500), save_address.lat, save_address.lng, 0)
  returning * into v_address;
  return v_address;
end $$;

COMMENT ON FUNCTION public.save_address(label text, description text, lat double precision, lng double precision) IS 'Keeps a place under a name; the same name again (in any case) moves it there, so a repeat is safe. Errors: must_login, address_invalid, too_many_addresses.';

CREATE FUNCTION public.save_zone(zone jsonb) RETURNS public.zones
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  z jsonb := save_zone.zone;
  v_area extensions.geometry := app.read_area(coalesce(z #> '{geojson,geometry}', z -> 'geojson'));
  v_zone public.zones;
begin
  perform app.require_permission('prices');
  if v_area is null then
    raise sqlstate 'PT422' using message = 'zone_invalid', hint = 'Give geojson: a Polygon or MultiPolygon that does not cross itself, of at most 10000 points';
  end if;
  insert into public.zones as t (id, name, kind, amount, percent, applies_to, car_type_id, active, area)
  values (coalesce((z ->> 'id')::uuid, app.uuid_v7()), btrim(z ->> 'name'), z ->> 'kind', (z ->> 'amount')::numeric, (z ->> 'percent')::numeric,
    coalesce(z ->> 'applies_to', 'either'), (z ->> 'car_type_id')::uuid, coalesce((z ->> 'active')::boolean, true), v_area)
  on conflict on constraint zones_pkey do update set name = excluded.name, kind = excluded.kind, amount = excluded.amount, percent = excluded.percent,
    applies_to = excluded.applies_to, car_type_id = excluded.car_type_id, active = excluded.active, area = excluded.area,
    version = coalesce((z ->> 'version')::integer, t.version)
  returning t.* into v_zone;
  return v_zone;
exception when check_violation or not_null_violation or invalid_text_representation or foreign_key_violation or numeric_value_out_of_range then
  raise sqlstate 'PT422' using message = 'zone_invalid', hint = sqlerrm;
end $$;

COMMENT ON FUNCTION public.save_zone(zone jsonb) IS 'Adds a zone or replaces the one with this id. zone: {id?, name, kind, amount?, percent?, applies_to?, car_type_id?, active?, version?, geojson} (a Polygon, a MultiPolygon or a Feature of one). With an id of the caller''s it is safe to repeat. Errors: must_login, not_allowed, demo_mode, zone_invalid, version_conflict.';

CREATE FUNCTION public.send_chat_message(booking_id uuid, message text, client_key uuid DEFAULT gen_random_uuid()) RETURNS public.chat_messages
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
  v_message public.chat_messages;
  v_key uuid := coalesce(send_chat_message.client_key, gen_random_uuid());
begin
  select b.* into v_booking from public.bookings b where b.id = send_chat_message.booking_id and v_me.id in (b.customer_id, b.driver_id);
  if not found then
    raise sqlstate 'PT404' using message = 'chat_not_found', hint = 'There is no such booking of yours';
  end if;
  select m.* into v_message from public.chat_messages m where m.from_id = v_me.id and m.client_key = v_key;
  if found then return v_message; end if;
  if not app.is_chat_open(v_booking) then
    raise sqlstate 'PT409' using message = 'chat_closed', hint = 'Rider and driver can write while the booking is under way';
  end if;
  if app.is_blank(app.plain_lines(send_chat_message.message)) or length(send_chat_message.message) > 1000 then
    raise sqlstate 'PT422' using message = 'message_invalid', hint = 'Write up to 1000 characters';
  end if;
  -- One at a time per person, so that many at once are counted, too.
  perform pg_advisory_xact_lock(hashtextextended('chat' || v_me.id::text, 0));
  if (select count(*) from public.chat_messages m where m.from_id = v_me.id and m.created_at > app.now() - interval '10 seconds') >= 20 then
    raise sqlstate 'PT429' using message = 'chat_too_fast', hint = 'Twenty messages in ten seconds; wait a moment';
  end if;
  insert into public.chat_messages (booking_id, customer_id, driver_id, from_id, source, message, client_key)
  values (v_booking.id, v_booking.customer_id, v_booking.driver_id, v_me.id,
    case when v_me.id = v_booking.driver_id then 'driver' else 'rider' end, btrim(send_chat_message.message), v_key)
  on conflict on constraint chat_messages_from_id_client_key_key do nothing
  returning * into v_message;
  if v_message.id is null then
    select m.* into v_message from public.chat_messages m where m.from_id = v_me.id and m.client_key = v_key;
  end if;
  return v_message;
end $$;

COMMENT ON FUNCTION public.send_chat_message(booking_id uuid, message text, client_key uuid) IS 'Writes to the other side of a booking; a repeated client_key answers the first message. Errors: must_login, chat_not_found, chat_closed, message_invalid, chat_too_fast.';

CREATE FUNCTION public.send_notification(notification_id uuid) RETURNS public.notifications
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_what public.notifications;
  v_count integer;
begin
  perform app.require_permission('broadcast');
  perform app.require_edits();
  select n.* into v_what from public.notifications n where n.id = send_notification.notification_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'notification_not_found', hint = 'There is no such notification';
  end if;
  if v_what.sent_at is not null then return v_what; end if;
  insert into app.outbox (kind, user_id, notification_id, payload)
  select 'push', t.user_id, v_what.id, jsonb_build_object('token', t.token, 'platform', t.platform, 'lang', t.lang_locale,
    'channelId', app.push_channel(), 'title', v_what.title, 'msg', v_what.body, 'plain', true)
  from app.news_devices t where v_what.usertype in ('All', t.usertype) and v_what.devicetype in ('All', t.platform);
  get diagnostics v_count = row_count;
  if v_count = 0 then perform app.refuse_nobody(); end if;
  update public.notifications n set sent_at = app.now(), recipients = v_count where n.id = v_what.id returning n.* into v_what;
  perform app.audit('send_notification', 'notifications', v_what.id::text, null, to_jsonb(v_what));
  return v_what;
end $$;

COMMENT ON FUNCTION public.send_notification(notification_id uuid) IS 'Pushes a notification to every device it is meant for, once: a repeat answers the first time. Errors: must_login, not_allowed, demo_mode, notification_not_found, no_user_match.';

CREATE FUNCTION public.send_receipt(booking_id uuid) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_receipt public.receipts;
  v_email text;
begin
  if not exists (select 1 from public.bookings b where b.id = send_receipt.booking_id and b.customer_id = v_me.id) then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  perform app.issue_if_due(send_receipt.booking_id);
  select r.* into v_receipt from public.receipts r where r.booking_id = send_receipt.booking_id and r.kind = 'receipt';
  if not found then
    raise sqlstate 'PT409' using message = 'receipt_not_issued', hint = 'A receipt is made within seconds after the payment';
  end if;
  select u.email into v_email from auth.users u where u.id = v_me.id and u.email_confirmed_at is not null and u.email <> '';
  if v_email is null then
    raise sqlstate 'PT409' using message = 'receipt_no_address', hint = 'The account has no proved e-mail address';
  end if;
  if not public.take_rate_limit('receipt:' || v_me.id, 5, 3600) then
    raise sqlstate 'PT429' using message = 'too_many_requests', hint = 'Five receipts an hour; wait a little';
  end if;
  insert into app.outbox (kind, user_id, payload)
  values ('mail', v_me.id, jsonb_build_object('email', v_email, 'lang', v_receipt.lang, 'title', 'receipt.title', 'msg', 'receipt.text',
    'params', jsonb_build_object('number', v_receipt.number, 'reference', v_receipt.content #> '{trip,reference}', 'amount', v_receipt.content -> 'due',
      'name', v_receipt.content #> '{company,app_name}'),
    'receipt_of', v_receipt.booking_id));
  return v_email;
end $$;

COMMENT ON FUNCTION public.send_receipt(booking_id uuid) IS 'Mails the receipt of the caller''s booking, and its credit notes, as a PDF to the address that the account proved; answers that address. Five times an hour. Errors: must_login, account_suspended, booking_not_found, receipt_not_issued, receipt_no_address, too_many_requests.';

CREATE FUNCTION public.session_refusal() RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select app.refusal_of(auth.uid())
$$;

COMMENT ON FUNCTION public.session_refusal() IS 'Why the caller may not stay signed in, though a token lives on: account_suspended, require_approval; null for who may.';

CREATE FUNCTION public.set_approved(user_id uuid, approved boolean, reason text DEFAULT NULL::text) RETURNS public.profiles
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_staff('people');
  v_person public.profiles := app.lock_person(set_approved.user_id, v_me);
  v_approved boolean := coalesce(set_approved.approved, false);
  v_reason text := left(nullif(btrim(set_approved.reason), ''), 500);
begin
  if v_me.usertype = 'fleetadmin' and (select s.driver_approval from public.settings s where s.id = 1) or v_person.id = v_me.id then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'Admins approve others; fleet admins their drivers while driver_approval is off';
  end if;
  if v_person.approved is distinct from v_approved then
    perform app.audit(case when v_approved then 'approve' else 'disapprove' end, 'profiles', v_person.id::text,
      jsonb_build_object('approved', v_person.approved), jsonb_strip_nulls(jsonb_build_object('approved', v_approved, 'reason', v_reason)));
    update public.profiles p set approved = v_approved where p.id = v_person.id;
    if v_approved then perform app.notify(v_person.id, 'account_approved'); end if;
    update public.profiles p set suspended_reason = case when p.suspended_at is not null then v_reason end
    where p.id = v_person.id returning p.* into v_person;
  end if;
  return app.shown(v_person);
end $$;

COMMENT ON FUNCTION public.set_approved(user_id uuid, approved boolean, reason text) IS 'Lets somebody in, or suspends them for a reason that they may read: sessions end, a driver''s offers and coming rides go to others, a trip under way is finished. Safe to call twice. Errors: must_login, account_suspended, not_allowed, person_not_found.';

CREATE FUNCTION public.set_bank_details(bank_name text, bank_code text, bank_account text) RETURNS public.bank_details
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
declare
  v_me public.profiles := app.me();
  v_name text := coalesce(app.plain(set_bank_details.bank_name), '');
  v_code text := upper(btrim(coalesce(set_bank_details.bank_code, '')));
  v_account text := upper(btrim(regexp_replace(coalesce(set_bank_details.bank_account, ''), '[[:space:]]+', ' ', 'g')));
  v_details public.bank_details;
begin
  if v_name = '' and v_code = '' and v_account = '' then
    delete from public.bank_details b where b.user_id = v_me.id;
    return null;
  end if;
  if not (select s.bank_fields from public.settings s where s.id = 1) then
    raise sqlstate 'PT403' using message = 'bank_fields_off', hint = 'settings.bank_fields is off: no bank details are kept';
  end if;
  if length(v_name) not between 1 and 120 or v_code !~ '^[A-Z0-9 -]{0,40}$' or v_account !~ '^[A-Z0-9 /-]{4,60}$' then
    raise sqlstate 'PT422' using message = 'bank_details_invalid', hint = 'Give bank_name, bank_account of 4 to 60 letters and digits, and bank_code of at most 40';
  end if;
  insert into public.bank_details as b (user_id, bank_name, bank_code, bank_account) values (v_me.id, v_name, v_code, v_account)
  on conflict on constraint bank_details_pkey do update set bank_name = excluded.bank_name, bank_code = excluded.bank_code,
    bank_account = excluded.bank_account, updated_at = app.now()
  returning b.* into v_details;
  return v_details;
end $_$;

COMMENT ON FUNCTION public.set_bank_details(bank_name text, bank_code text, bank_account text) IS 'Keeps the caller''s bank details; all empty deletes them (answers null). A change is announced to the caller, and withdrawals wait for settings.bank_change_hours. Errors: must_login, bank_fields_off, bank_details_invalid.';

CREATE FUNCTION public.set_booking_image(booking_id uuid, kind text, path text) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_booking public.bookings := app.lock_carried(set_booking_image.booking_id, finishing => true);
begin
  perform app.check_image(v_booking, set_booking_image.kind, set_booking_image.path);
  update public.bookings b set
    pickup_image = case set_booking_image.kind when 'pickup' then set_booking_image.path else b.pickup_image end,
    deliver_image = case set_booking_image.kind when 'deliver' then set_booking_image.path else b.deliver_image end
  where b.id = v_booking.id returning b.* into v_booking;
  return v_booking;
end $$;

COMMENT ON FUNCTION public.set_booking_image(booking_id uuid, kind text, path text) IS 'The driver''s picture of a parcel, uploaded to the bucket bookings before: kind pickup (ARRIVED, STARTED) or deliver (from STARTED), path <booking id>/<kind>_image. Errors: not_a_driver, require_approval, booking_not_found, image_invalid, image_capture_off, wrong_status.';

CREATE FUNCTION public.set_driver_active(active boolean, place jsonb DEFAULT NULL::jsonb) RETURNS public.drivers
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_known public.driver_positions;
  v_here record;
begin
  if not coalesce(set_driver_active.active, false) then
    update public.drivers d set driver_active_status = false where d.id = v_driver.id returning d.* into v_driver;
    return v_driver;
  end if;
  if v_driver.car_type_id is null then
    raise sqlstate 'PT409' using message = 'no_car', hint = 'An admin has to set the car type first';
  end if;
  if set_driver_active.place is not null then
    select p.* into v_here from app.read_points(jsonb_build_array(set_driver_active.place)) p where p.at > app.now() - interval '60 seconds';
    if not found then
      raise sqlstate 'PT422' using message = 'position_needed', hint = 'Give lat and lng of the last minute, to 500 m or better';
    end if;
    perform app.require_served(v_here.lat, v_here.lng);
  elsif not v_driver.driver_active_status then
    select p.* into v_known from public.driver_positions p where p.driver_id = v_driver.id and p.updated_at > app.now() - interval '60 seconds';
    if found then
      perform app.require_served(v_known.lat, v_known.lng);
    elsif (select s.duty_needs_position from public.settings s where s.id = 1) then
      raise sqlstate 'PT409' using message = 'position_needed', hint = 'Give the position with it, or report it before';
    end if;
  end if;
  if not v_driver.driver_active_status then perform app.expect_anywhere(v_driver.id); end if;
  update public.drivers d set driver_active_status = true where d.id = v_driver.id returning d.* into v_driver;
  if set_driver_active.place is not null then
    perform app.store_position(v_driver, v_here.lat, v_here.lng, v_here.heading, v_here.accuracy, v_here.at);
  end if;
  return v_driver;
end $$;

COMMENT ON FUNCTION public.set_driver_active(active boolean, place jsonb) IS 'Goes on duty, with the place where the driver is ({lat, lng, heading, accuracy, at} as report_positions takes it), or off duty. Errors: not_a_driver, require_approval, no_car, outside_service_area, position_needed (no usable position, or none with settings.duty_needs_position).';

CREATE FUNCTION public.set_profile_image(path text) RETURNS public.profiles
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_me public.profiles := app.newcomer();
begin
  if set_profile_image.path is not null and set_profile_image.path <> v_me.id || '/profileImage' then
    raise sqlstate 'PT422' using message = 'image_invalid', hint = 'path is <own id>/profileImage in the bucket users, or null for none';
  end if;
  update public.profiles p set profile_image = set_profile_image.path where p.id = v_me.id returning p.* into v_me;
  return v_me;
end $$;

COMMENT ON FUNCTION public.set_profile_image(path text) IS 'The caller''s picture, uploaded to the bucket users before: path <own id>/profileImage, or null for none. Errors: must_login, image_invalid.';

CREATE FUNCTION public.set_service_area(west double precision DEFAULT NULL::double precision, south double precision DEFAULT NULL::double precision, east double precision DEFAULT NULL::double precision, north double precision DEFAULT NULL::double precision) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if set_service_area.west is null then
    delete from app.service_area;
    return;
  end if;
  if not coalesce(app.is_place(set_service_area.south, set_service_area.west) and app.is_place(set_service_area.north, set_service_area.east)
    and set_service_area.west < set_service_area.east and set_service_area.south < set_service_area.north, false) then
    raise sqlstate 'PT422' using message = 'service_area_invalid', hint = 'Give west, south, east and north in degrees, or nothing for everywhere';
  end if;
  insert into app.service_area as a (west, south, east, north) values (set_service_area.west, set_service_area.south, set_service_area.east, set_service_area.north)
  on conflict (id) do update set west = excluded.west, south = excluded.south, east = excluded.east, north = excluded.north;
end $$;

COMMENT ON FUNCTION public.set_service_area(west double precision, south double precision, east double precision, north double precision) IS 'Says where trips begin, as the box of the map region (degrees); without arguments everywhere. Errors: service_area_invalid.';

CREATE FUNCTION public.set_staff_role(user_id uuid, staff_role text) RETURNS public.profiles
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_permission('staff');
  v_person public.profiles;
begin
  perform app.require_edits();
  perform app.refuse_own(v_me, set_staff_role.user_id);
  select p.* into v_person from public.profiles p where p.id = set_staff_role.user_id and p.usertype = 'admin' and p.deleted_at is null for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'person_not_found', hint = 'There is no such admin';
  end if;
  if set_staff_role.staff_role is null or set_staff_role.staff_role not in ('owner', 'finance', 'support', 'dispatcher') then
    raise sqlstate 'PT422' using message = 'person_invalid', hint = 'staff_role is owner, finance, support or dispatcher';
  end if;
  if v_person.staff_role <> set_staff_role.staff_role then
    perform app.audit('set_staff_role', 'profiles', v_person.id::text, jsonb_build_object('staff_role', v_person.staff_role),
      jsonb_build_object('staff_role', set_staff_role.staff_role));
    update public.profiles p set staff_role = set_staff_role.staff_role where p.id = v_person.id returning p.* into v_person;
  end if;
  return app.shown(v_person);
end $$;

COMMENT ON FUNCTION public.set_staff_role(user_id uuid, staff_role text) IS 'Gives another admin a role: owner, finance, support or dispatcher (docs/staff.md). Safe to call twice. Errors: must_login, not_allowed, demo_mode, person_not_found, person_invalid.';

CREATE FUNCTION public.settings_facts() RETURNS public.counted_facts
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.require_permission('settings');
  return row(
    app.ledger_has_entries(),
    (select count(*) from (select 1 from public.profiles p
      where p.usertype = 'driver' and not p.approved and p.suspended_at is null and p.deleted_at is null limit 1000) n),
    -- As app.affords counts: a bonus does not cover what a cash ride takes.
    (select count(*) from (select 1 from public.profiles p
      where p.usertype = 'driver' and p.wallet_balance - p.bonus_balance < 0 and p.deleted_at is null limit 1000) n),
    (select count(*) from (select 1 from public.bookings b where b.status = 'NEW' and not b.book_later limit 1000) n),
    (select count(*) from (select 1 from public.bookings b where b.status in ('NEW', 'ACCEPTED') and b.book_later limit 1000) n),
    (select count(*) from (select 1 from public.fare_quotes q where q.used_at is null and q.expires_at > app.now() limit 1000) n),
    (select count(*) from (select 1 from public.withdraw_requests w join public.profiles p on p.id = w.user_id
      where not w.processed and w.rejected_at is null and p.usertype = 'rider' limit 1000) n))::public.counted_facts;
end $$;

COMMENT ON FUNCTION public.settings_facts() IS 'What a change of settings meets: whether the currency is locked; drivers who wait for approval or are below zero, bookings that search for a driver or are for later, quotes that still hold, withdrawals that riders asked for; each counted up to 1000. Errors: must_login, not_allowed.';

CREATE FUNCTION public.share_trip(booking_id uuid) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
  v_token text;
begin
  select b.* into v_booking from public.bookings b where b.id = share_trip.booking_id and b.customer_id = v_me.id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  if not app.can_share(v_booking) then perform app.refuse_status(v_booking); end if;
  insert into app.trip_shares as s (booking_id, token) values (v_booking.id, replace(gen_random_uuid()::text, '-', ''))
  on conflict on constraint trip_shares_pkey do update
    set token = case when s.ended_at is null then s.token else excluded.token end, ended_at = null
  returning s.token into v_token;
  return v_token;
end $$;

COMMENT ON FUNCTION public.share_trip(booking_id uuid) IS 'The rider''s secret for a link to a trip that is not over, for shared_trip; the same one each time until unshare_trip, another one after it. Errors: must_login, booking_not_found, wrong_status.';

CREATE FUNCTION public.shared_trip(token text) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  b public.bookings;
  v_ended timestamptz;
  v_position public.shared_position;
  v_driver public.shared_driver;
  v_progress public.trip_outlook;
  v_times record;
begin
  select s.ended_at into v_ended from app.trip_shares s where s.token = shared_trip.token;
  if not found then
    raise sqlstate 'PT404' using message = 'share_not_found', hint = 'There is no such link';
  elsif v_ended is not null then
    raise sqlstate 'PT410' using message = 'share_ended', hint = 'The rider has ended this link';
  end if;
  select k.* into b from app.trip_shares s join public.bookings k on k.id = s.booking_id where s.token = shared_trip.token;
  if app.is_share_over(b) then
    raise sqlstate 'PT410' using message = 'share_over', hint = 'The trip ended more than an hour ago';
  end if;
  select p.lat, p.lng, p.heading, p.updated_at into v_position
  from public.driver_positions p
  where p.driver_id = b.driver_id and b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED');
  -- Null, not a position of nulls.
  if not found then v_position := null; end if;
  if b.driver_id is not null then
    v_driver := row(split_part(b.driver_name, ' ', 1), b.vehicle_make, b.vehicle_model, b.vehicle_color, b.vehicle_number);
  end if;
  v_progress := jsonb_populate_record(null::public.trip_outlook, app.progress(b));
  v_times := app.shared_times(b, v_progress);
  return to_jsonb(row(b.status, b.category, b.trip_at, b.started_at, b.reached_at,
    row(b.pickup_lat, b.pickup_lng, b.pickup_address)::public.shared_place, row(b.drop_lat, b.drop_lng, b.drop_address)::public.shared_place,
    b.polyline, v_driver, v_position, v_progress, v_times.pickup_eta, v_times.drop_eta)::public.shared_journey);
end $$;

COMMENT ON FUNCTION public.shared_trip(token text) IS 'A shared trip for whoever has its secret, until an hour after its end: {status, category, trip_at, started_at, reached_at, pickup, drop, polyline, driver {name, vehicle_make, vehicle_model, vehicle_color, vehicle_number}, position {lat, lng, heading, at}, progress (as trip_progress), pickup_eta, drop_eta}; position and progress while the car is under way. Nobody''s contacts, surname or price. Errors: share_not_found, share_ended, share_over. @returns shared_journey';

CREATE FUNCTION public.sign_out_person(user_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_permission('people');
  v_person public.profiles;
begin
  perform app.require_edits();
  v_person := app.lock_person(sign_out_person.user_id, v_me);
  perform app.audit('sign_out', 'profiles', v_person.id::text, null, null);
  perform app.end_sessions(v_person.id);
end $$;

COMMENT ON FUNCTION public.sign_out_person(user_id uuid) IS 'Signs a person out everywhere: for a phone that was lost. Errors: must_login, not_allowed, demo_mode, person_not_found.';

CREATE FUNCTION public.sign_up(facts jsonb) RETURNS uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_usertype text := sign_up.facts ->> 'usertype';
  v_keys text[] := array['usertype', 'first_name', 'last_name', 'email', 'mobile', 'referral_id']
    || case when v_usertype = 'driver' then array['car_type_id', 'vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_number'] else '{}' end;
  v_facts jsonb := (select coalesce(jsonb_object_agg(f.key, f.value), '{}')
    from jsonb_each(case when jsonb_typeof(sign_up.facts) = 'object' then sign_up.facts else '{}' end) f
    where f.key = any (v_keys) and not app.is_blank(f.value #>> '{}'));
  v_id uuid;
begin
  perform app.check_sign_up(v_facts);
  delete from app.sign_ups s where s.created_at < app.now() - interval '7 days';
  insert into app.sign_ups as s (facts) values (v_facts) returning s.id into v_id;
  return v_id;
end $$;

COMMENT ON FUNCTION public.sign_up(facts jsonb) IS 'Takes the form of a newcomer for accounts/signup, which limits how often it is asked, and answers its id for finish_sign_up. facts: {usertype: rider or driver, first_name, last_name, email, mobile, referral_id} and of drivers {car_type_id, vehicle_make, vehicle_model, vehicle_color, vehicle_number}; others are ignored. Errors: person_invalid, name_invalid, email_or_mobile_issue, referral_invalid.';

CREATE FUNCTION public.start_code(booking_id uuid) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = start_code.booking_id and b.customer_id = v_me.id;
  if not found then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  return (select c.code from app.start_codes c where c.booking_id = v_booking.id
    and v_booking.status in ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED'));
end $$;

COMMENT ON FUNCTION public.start_code(booking_id uuid) IS 'The rider''s five digits for the driver; null where none is needed or no longer. Errors: must_login, booking_not_found.';

CREATE FUNCTION public.start_trip(booking_id uuid, otp text DEFAULT NULL::text) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_booking public.bookings := app.lock_carried(start_trip.booking_id);
  v_refusal jsonb;
begin
  if v_booking.status = 'STARTED' then return to_jsonb(v_booking); end if;
  if v_booking.status <> 'ARRIVED' then perform app.refuse_status(v_booking); end if;
  if v_booking.category = 'taxi' then
    v_refusal := app.check_code(v_booking.id, start_trip.otp);
    if v_refusal is not null then return v_refusal; end if;
  end if;
  perform app.act_as_driver(v_booking.driver_id, app.override_note(v_booking));
  v_booking := app.move_booking(v_booking.id, 'STARTED', jsonb_build_object('started_at', app.now()));
  perform app.mark_trail(v_booking, 'STARTED');
  return to_jsonb(v_booking);
end $$;

COMMENT ON FUNCTION public.start_trip(booking_id uuid, otp text) IS 'The ride begins, in a taxi with the rider''s code; safe to call twice. Answers the booking (@returns bookings). Errors: not_a_driver, require_approval, booking_not_found, wrong_status, start_code_wrong, start_code_required, start_code_locked.';

CREATE TABLE public.driver_documents (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    driver_id uuid NOT NULL,
    kind text NOT NULL,
    path text NOT NULL,
    version text,
    expires_on date NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    note text,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    decided_at timestamp with time zone,
    decided_by uuid,
    warned_at timestamp with time zone,
    expired_at timestamp with time zone,
    CONSTRAINT driver_documents_check CHECK ((((status = 'pending'::text) = (decided_at IS NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL)))),
    CONSTRAINT driver_documents_check1 CHECK (starts_with(path, (((driver_id)::text || '/'::text) || kind))),
    CONSTRAINT driver_documents_expires_on_check CHECK (((expires_on >= '2000-01-01'::date) AND (expires_on <= '2200-01-01'::date))),
    CONSTRAINT driver_documents_kind_check CHECK ((kind = ANY (ARRAY['license'::text, 'insurance'::text]))),
    CONSTRAINT driver_documents_note_check CHECK ((length(note) <= 500)),
    CONSTRAINT driver_documents_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'verified'::text, 'rejected'::text])))
);

COMMENT ON TABLE public.driver_documents IS 'What drivers have to show. The latest verified one of a kind counts; a driver without any is not held to it.';

COMMENT ON COLUMN public.driver_documents.kind IS 'license or insurance.';

COMMENT ON COLUMN public.driver_documents.path IS 'In the bucket users: <driver>/license… or <driver>/insurance….';

COMMENT ON COLUMN public.driver_documents.version IS 'The hash (eTag) of the picture that was handed in; after a verdict, of the one that was judged. Null while there is none.';

COMMENT ON COLUMN public.driver_documents.expires_on IS 'The last day on which it is valid, in settings.time_zone.';

COMMENT ON COLUMN public.driver_documents.status IS 'pending, verified or rejected.';

COMMENT ON COLUMN public.driver_documents.note IS 'What the admin said.';

COMMENT ON COLUMN public.driver_documents.decided_by IS 'The admin who verified or rejected it.';

COMMENT ON COLUMN public.driver_documents.warned_at IS 'When the driver was told that it ends soon.';

COMMENT ON COLUMN public.driver_documents.expired_at IS 'When the driver was told that it has ended.';

CREATE FUNCTION public.submit_document(kind text, path text, expires_on date, driver_id uuid DEFAULT NULL::uuid) RETURNS public.driver_documents
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
declare
  v_me public.profiles := app.newcomer();
  v_driver uuid := coalesce(submit_document.driver_id, v_me.id);
  v_document public.driver_documents;
begin
  if v_driver <> v_me.id then perform app.lock_person(v_driver, app.require_staff('people')); end if;
  -- Also before approval: documents are what it hangs on.
  perform 1 from public.drivers d join public.profiles p on p.id = d.id where d.id = v_driver and p.usertype = 'driver' for no key update of d;
  if not found then
    raise sqlstate 'PT403' using message = 'not_a_driver', hint = 'Only drivers have documents';
  end if;
  if coalesce(submit_document.kind, '') not in ('license', 'insurance')
    or coalesce(submit_document.path, '') !~ ('^' || v_driver || '/' || submit_document.kind || '(-[A-Za-z0-9-]{1,60})?$')
    or not coalesce(submit_document.expires_on >= app.today() and submit_document.expires_on < '2200-01-01', false) then
    raise sqlstate 'PT422' using message = 'document_invalid',
      hint = 'kind is license or insurance, path <driver id>/<kind> in the bucket users, expires_on today or later';
  end if;
  -- A row of its own, so that an admin who looked at the one before does not verify this one.
  delete from public.driver_documents d where d.driver_id = v_driver and d.kind = submit_document.kind and d.status = 'pending';
  insert into public.driver_documents as d (driver_id, kind, path, version, expires_on)
  values (v_driver, submit_document.kind, submit_document.path, app.file_version(submit_document.path), submit_document.expires_on) returning d.* into v_document;
  if v_document.kind = 'license' then
    update public.drivers d set license_image = v_document.path where d.id = v_driver;
  end if;
  if v_driver <> v_me.id then
    perform app.audit('submit_document', 'driver_documents', v_document.id::text, null,
      jsonb_build_object('driver_id', v_driver, 'kind', v_document.kind, 'expires_on', v_document.expires_on));
  end if;
  return v_document;
end $_$;

COMMENT ON FUNCTION public.submit_document(kind text, path text, expires_on date, driver_id uuid) IS 'Hands in a licence or an insurance for verification; what waits is replaced. driver_id: for a driver, by admins and the fleet admin. Errors: must_login, not_allowed, person_not_found, not_a_driver, document_invalid.';

CREATE FUNCTION public.take_outbox(limit_count integer DEFAULT 100) RETURNS TABLE(id bigint, kind text, payload jsonb, attempt integer, created_at timestamp with time zone, ttl_seconds integer)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update app.outbox_sender s set seen_at = app.now() where s.seen_at < app.now() - interval '2 seconds';
  update app.outbox o set status = 'dead', done_at = app.now(), last_error = coalesce(o.last_error, 'expired'),
    payload = o.payload - 'code' #- '{params,message}'
  where o.id in (select e.id from app.outbox e where e.status = 'queued' and e.due_at <= app.now()
    and (e.expires_at <= app.now() or e.attempts >= 8) order by e.due_at limit 1000 for update skip locked);
  -- The lease of a minute; a sender that needs longer sends twice, which at-least-once allows.
  return query
  with due as materialized (
    select q.id from app.outbox q where q.status = 'queued' and q.due_at <= app.now()
    order by q.due_at, q.id limit least(greatest(coalesce(take_outbox.limit_count, 100), 0), 1000) for update skip locked)
  update app.outbox o set attempts = o.attempts + 1, due_at = app.now() + interval '1 minute'
  from due where o.id = due.id
  returning o.id, o.kind, case when o.kind <> 'file' then o.payload || jsonb_build_object('format', app.outbox_format()) else o.payload end,
    o.attempts, o.created_at, greatest(extract(epoch from o.expires_at - app.now()), 0)::integer;
end $$;

COMMENT ON FUNCTION public.take_outbox(limit_count integer) IS 'Leases up to limit_count (1000 at most) due messages for a minute, for a sender that answers each with finish_outbox. push: {token, platform, lang, channelId, title, msg, params, screen, booking_id, plain, format: {symbol, swipe_symbol, decimal, time_zone}}; sms: {phone, lang, msg, code}, or like mail; mail: {email, lang, title, msg, params, format}; file: {bucket, path}. ttl_seconds: after which nobody wants it.';

CREATE FUNCTION public.take_rate_limit(bucket text, limit_count integer, window_secs integer, cost integer DEFAULT 1) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_count integer;
begin
  insert into app.rate_limits as r (bucket, window_start, count)
  values (left(take_rate_limit.bucket, 200), app.now(), take_rate_limit.cost)
  on conflict on constraint rate_limits_pkey do update set
    count = case when r.window_start + make_interval(secs => take_rate_limit.window_secs) <= app.now() then take_rate_limit.cost else r.count + take_rate_limit.cost end,
    window_start = case when r.window_start + make_interval(secs => take_rate_limit.window_secs) <= app.now()
      then app.now() else r.window_start end
  returning r.count into v_count;
  return v_count <= take_rate_limit.limit_count;
end $$;

COMMENT ON FUNCTION public.take_rate_limit(bucket text, limit_count integer, window_secs integer, cost integer) IS 'Counts a use, or as many as it costs; false once more than limit_count happened within window_secs.';

CREATE FUNCTION public.tip_driver(booking_id uuid, amount numeric, client_key uuid DEFAULT gen_random_uuid()) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings := app.lock_booking(tip_driver.booking_id);
  v_amount numeric := app.to_money(tip_driver.amount);
  v_key text := format('tip:%s:%s', v_booking.id, coalesce(tip_driver.client_key, gen_random_uuid()));
  v_balance numeric;
begin
  if v_booking.customer_id <> v_me.id then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  if exists (select 1 from public.ledger_transactions t where t.idempotency_key = v_key) then return v_booking; end if;
  if v_booking.status not in ('PAID', 'COMPLETE') then perform app.refuse_status(v_booking); end if;
  if v_amount is null then perform app.refuse_amount(); end if;
  perform app.lock_wallets(v_booking.customer_id, v_booking.driver_id);
  if app.has_left(v_booking.driver_id) then
    raise sqlstate 'PT404' using message = 'person_not_found', hint = 'The driver has left; nobody would get it';
  end if;
  v_balance := app.real_balance(v_me.id);
  if v_balance < v_amount then perform app.refuse_balance(v_amount, v_balance); end if;
  perform app.post_ledger('tip', v_key, v_booking.id, jsonb_build_array(
    app.entry('wallet:' || v_me.id, -v_amount), app.entry('wallet:' || v_booking.driver_id, v_amount)));
  perform app.notify(v_booking.driver_id, 'wallet_credited', jsonb_build_object('amount', v_amount), v_booking.id);
  update public.bookings b set tip_amount = b.tip_amount + v_amount where b.id = v_booking.id returning b.* into v_booking;
  return v_booking;
end $$;

COMMENT ON FUNCTION public.tip_driver(booking_id uuid, amount numeric, client_key uuid) IS 'The rider thanks the driver from the wallet without its bonus, after paying; all of it is the driver''s. Answers the booking with tip_amount; a repeated client_key tips once. Errors: must_login, booking_not_found, wrong_status, amount_invalid, insufficient_balance, person_not_found (the driver has left).';

CREATE FUNCTION public.trial_balance(from_day date DEFAULT NULL::date, to_day date DEFAULT NULL::date) RETURNS TABLE(account text, opening numeric, debit numeric, credit numeric, closing numeric)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_zone text := (select s.time_zone from public.settings s where s.id = 1);
  v_from date := greatest('0001-01-01', least('9999-12-31', coalesce(trial_balance.from_day, date_trunc('month', app.today())::date)));
  v_to date := greatest('0001-01-01', least('9999-12-31', coalesce(trial_balance.to_day, app.today())));
  v_since timestamptz := v_from::timestamp at time zone v_zone;
  v_until timestamptz := (v_to + 1)::timestamp at time zone v_zone;
begin
  perform app.require_permission('reports');
  return query
  select case when a.user_id is not null then a.kind || '.' || p.usertype when a.kind = 'held' then 'held' else a.name end as label,
    coalesce(sum(e.amount) filter (where t.created_at < v_since), 0),
    coalesce(-sum(e.amount) filter (where t.created_at >= v_since and e.amount < 0), 0),
    coalesce(sum(e.amount) filter (where t.created_at >= v_since and e.amount > 0), 0), sum(e.amount)
  from public.ledger_entries e
  join public.ledger_transactions t on t.id = e.transaction_id
  join public.ledger_accounts a on a.id = e.account_id
  left join public.profiles p on p.id = a.user_id
  where t.created_at < v_until
  group by label order by label;
end $$;

COMMENT ON FUNCTION public.trial_balance(from_day date, to_day date) IS 'Every account from one day to another (both counted, in settings.time_zone; this month up to today without them): {account, opening, debit, credit, closing}. closing = opening - debit + credit; positive is what the operator owes or has earned. Each column of balances adds up to zero, debit to credit. Wallets are one account per role (wallet.rider, wallet.driver, wallet.fleetadmin, bonus.rider, …), held money is one, clearing and refunds due are one per provider. Errors: must_login, not_allowed.';

CREATE FUNCTION public.trip_at_limits() RETURNS TABLE(earliest timestamp with time zone, latest timestamp with time zone)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if auth.uid() is not null then perform app.me(); end if;
  return query select l.earliest, l.latest from app.trip_at_limits() l;
end $$;

COMMENT ON FUNCTION public.trip_at_limits() IS 'Between which times a later booking may begin, now. Errors: account_suspended.';

CREATE FUNCTION public.trip_options(booking_id uuid) RETURNS TABLE(actions text[], free_until timestamp with time zone, leave_at timestamp with time zone, search_at timestamp with time zone, cash_amount numeric, refundable numeric)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
  v_role text;
begin
  select b.* into v_booking from public.bookings b where b.id = trip_options.booking_id;
  v_role := case when v_me.usertype = 'fleetadmin' and v_booking.fleet_id = v_me.id then 'fleetadmin'
    when v_me.usertype = 'admin' and not app.holds('bookings') then 'onlooker' else app.role_in(v_booking, v_me) end;
  return query select app.options_of(v_booking, v_me, v_role),
    case when v_role = 'rider' then app.free_until(v_booking) end,
    case when v_role = 'driver' and v_booking.status = 'ARRIVED' then app.wait_ends(v_booking) end,
    case when v_booking.status = 'NEW' and v_booking.book_later then v_booking.trip_at - make_interval(mins => s.lead_minutes) end,
    case when v_booking.status = 'PENDING' and v_booking.payment_mode <> 'card' then app.cash_to_collect(v_booking.id, app.open_amount(v_booking)) end,
    case when v_me.usertype = 'admin' and v_booking.status in ('PAID', 'COMPLETE') then app.refundable(v_booking) end
  from public.settings s where s.id = 1;
end $$;

COMMENT ON FUNCTION public.trip_options(booking_id uuid) IS 'What the caller may do with a booking now (actions: cancel, no_show, chat, assign, override_code, end_trip, pay_with_wallet, confirm_cash, share, unshare, and for the desk withdraw_offer, change_route, return_to_sender, message_driver, add_extra, remove_extra, refund), until when a rider cancels without a fee, when the driver may leave a rider who does not come, when the search for a later booking begins, what is to be paid in cash, and for admins how much can still be refunded. Errors: must_login, booking_not_found.';

CREATE FUNCTION public.trip_progress(booking_id uuid) RETURNS public.trip_outlook
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return jsonb_populate_record(null::public.trip_outlook, app.progress(app.booking_of_mine(trip_progress.booking_id)));
end $$;

COMMENT ON FUNCTION public.trip_progress(booking_id uuid) IS 'How far it still is, to the pickup while the driver comes and then to the drop: {to (the next place: pickup, stop or drop), remaining_km, remaining_secs, by (way: along the quoted way; beeline: guessed, as before the start and off the way), at (of the position), eta? and near? (within 300 m of the next place; both only within two minutes of the position), share? (of the way, 0 to 1), off_route?, off_route_m?}; {to} alone where nobody knows where the car is, null while no car is under way. Errors: must_login, booking_not_found.';

CREATE FUNCTION public.trip_trail(booking_id uuid) RETURNS public.recorded_trail
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_booking public.bookings := app.booking_of_mine(trip_trail.booking_id);
begin
  if v_booking.reached_at < app.now() - app.trail_kept() then
    return row(v_booking.distance, 0, array[]::text[], 0, '{"still": 0, "leap": 0, "vague": 0}'::jsonb, '',
      array[]::public.trail_gap[], array[]::public.trail_point[], true)::public.recorded_trail;
  end if;
  return jsonb_populate_record(null::public.recorded_trail, (select app.meter_trip(v_booking) || jsonb_build_object('expired', false,
      'polyline', coalesce(extensions.st_asencodedpolyline(extensions.st_makeline(
        extensions.st_setsrid(extensions.st_makepoint(t.lng, t.lat), 4326) order by t.at)
        filter (where t.verdict in ('start', 'moved')), 5), ''))
    from app.trail(v_booking) t)
  || jsonb_build_object('gaps', (select coalesce(jsonb_agg(jsonb_build_object('since', g.since, 'until', g.until, 'secs', round(g.secs)) order by g.since), '[]')
      from app.trail_gaps(v_booking) g),
    'sample', (select coalesce(jsonb_agg(jsonb_build_object('lat', s.lat, 'lng', s.lng, 'at', s.at) order by s.at), '[]') from app.sample_trail(v_booking) s)));
end $$;

COMMENT ON FUNCTION public.trip_trail(booking_id uuid) IS 'The way a trip went, as far as it was recorded: {distance_km, silent_km, flags, points, left_out {still, leap, vague}, polyline (precision 5), gaps [{since, until, secs}], sample (at most 25 of {lat, lng, at}), expired?}. Empty before the start, and 180 days after the end, when trails are forgotten: expired. Errors: must_login, booking_not_found.';

CREATE FUNCTION public.unshare_trip(booking_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare v_me public.profiles := app.caller();
begin
  if not exists (select 1 from public.bookings b where b.id = unshare_trip.booking_id and b.customer_id = v_me.id) then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  update app.trip_shares s set ended_at = app.now() where s.booking_id = unshare_trip.booking_id and s.ended_at is null;
end $$;

COMMENT ON FUNCTION public.unshare_trip(booking_id uuid) IS 'The rider''s link stops working; silent where there is none. Errors: must_login, booking_not_found.';

CREATE FUNCTION public.update_profile(first_name text DEFAULT NULL::text, last_name text DEFAULT NULL::text, mobile text DEFAULT NULL::text, lang_locale text DEFAULT NULL::text, date_locale text DEFAULT NULL::text, email text DEFAULT NULL::text) RETURNS public.profiles
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.newcomer();
  v_mobile text := app.mobile_of(update_profile.mobile);
  v_email text := app.email_of(update_profile.email);
begin
  if (update_profile.first_name is not null and app.is_blank(update_profile.first_name))
    or (update_profile.last_name is not null and app.is_blank(update_profile.last_name))
    or length(update_profile.first_name) > 80 or length(update_profile.last_name) > 80 then
    raise sqlstate 'PT422' using message = 'profile_incomplete', hint = 'Give a first and a last name of up to 80 letters';
  end if;
  if btrim(update_profile.mobile) <> coalesce(v_me.mobile, '-') and v_mobile is distinct from v_me.mobile then
    if v_me.mobile_locked then
      raise sqlstate 'PT403' using message = 'mobile_locked', hint = 'This number was given at sign-up; ask an admin';
    end if;
    if v_mobile is null then
      raise sqlstate 'PT422' using message = 'mobile_no_blank_error', hint = 'Give a phone number of more than 6 digits, 20 characters at most';
    end if;
  end if;
  if lower(btrim(update_profile.email)) <> lower(coalesce(v_me.email, '-')) then
    if v_me.reg_type in ('email', 'admin', 'registration') then
      raise sqlstate 'PT403' using message = 'email_locked', hint = 'This address was given at sign-up; ask an admin';
    end if;
    if v_email is null then
      raise sqlstate 'PT422' using message = 'proper_email', hint = 'Give an address such as anna@example.com';
    end if;
    -- The desk finds people by their address, so it must be theirs.
    raise sqlstate 'PT403' using message = 'email_unproved', hint = 'Change it by auth.updateUser({email}) and the code sent there; the profile follows';
  end if;
  update public.profiles p set
    first_name = coalesce(btrim(update_profile.first_name), p.first_name),
    last_name = coalesce(btrim(update_profile.last_name), p.last_name),
    mobile = coalesce(v_mobile, p.mobile),
    mobile_verified = case when v_mobile is null or v_mobile = p.mobile then p.mobile_verified
      else exists (select 1 from auth.users u where u.id = p.id and u.phone_confirmed_at is not null and u.phone = regexp_replace(v_mobile, '[^0-9]', '', 'g')) end,
    lang_locale = coalesce(left(update_profile.lang_locale, 20), p.lang_locale),
    date_locale = coalesce(left(update_profile.date_locale, 20), p.date_locale)
  where p.id = v_me.id returning p.* into v_me;
  return v_me;
end $$;

COMMENT ON FUNCTION public.update_profile(first_name text, last_name text, mobile text, lang_locale text, date_locale text, email text) IS 'Changes the caller''s own names, contacts and language; null keeps. An address changes by auth.updateUser and its code alone (email_unproved; email_locked where it was given at sign-up); a new number is a contact, unproved (mobile_verified). reg_type locks the number (mobile, admin, registration). Errors: must_login, profile_incomplete, name_invalid, mobile_locked, mobile_no_blank_error, email_locked, email_unproved, proper_email.';

CREATE FUNCTION public.update_settings(patch jsonb) RETURNS public.settings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_settings public.settings;
  v_patch jsonb := case when jsonb_typeof(update_settings.patch) = 'object' then update_settings.patch else '{}' end - 'id' - 'updated_at';
  v_number numeric;
  k text;
begin
  perform app.require_permission('settings');
  perform app.require_edits();
  if jsonb_typeof(update_settings.patch) is distinct from 'object' then
    raise sqlstate 'PT422' using message = 'settings_invalid', hint = 'Send an object of settings';
  end if;
  select s.* into v_settings from public.settings s where s.id = 1 for update;
  perform app.check_version(v_patch, 'settings', '1', v_settings.version);
  v_patch := v_patch - 'version';
  for k in select jsonb_object_keys(v_patch) loop
    if not to_jsonb(v_settings) ? k then
      raise sqlstate 'PT422' using message = 'settings_invalid', hint = format('There is no setting %s', k);
    end if;
    if k in ('bonus', 'driver_radius', 'decimal') then
      v_number := app.number_or_null(v_patch -> k);
      if k = 'decimal' and v_number % 1 <> 0 then v_number := null; end if;
      v_patch := v_patch || jsonb_build_object(k, v_number);
    end if;
  end loop;
  return app.save_settings(v_settings, v_patch);
end $$;

COMMENT ON FUNCTION public.update_settings(patch jsonb) IS 'Changes the settings that patch names, {key: value}; numbers may come as text. With a version it is refused where the settings have another by now. An invalid radius or number of decimals falls back to its default. Errors: must_login, not_allowed, demo_mode, proper_bonus, currency_locked, time_zone_invalid, settings_invalid, version_conflict.';

CREATE FUNCTION public.usage_of(kind text, id uuid) RETURNS TABLE(used_by text, uses integer)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform app.require_permission(case usage_of.kind when 'promos' then 'promotions' else 'prices' end);
  if usage_of.kind = 'promos' then
    return query values
      ('promo_uses', (select count(*)::integer from (select from public.promo_uses u where u.promo_id = usage_of.id limit 100) u)),
      ('fare_quotes', (select count(*)::integer from (select from public.fare_quotes q where q.promo_id = usage_of.id and q.expires_at > app.now() limit 100) u));
  elsif usage_of.kind = 'cancel_reasons' then
    return query values ('bookings', (select count(*)::integer from (select from public.bookings b
      where b.reason = (select c.label from public.cancel_reasons c where c.id = usage_of.id) limit 100) u));
  else
    perform app.refuse_sort('kind is promos or cancel_reasons');
  end if;
end $$;

COMMENT ON FUNCTION public.usage_of(kind text, id uuid) IS 'What refers to a promotion (open quotes lose it) or a cancel reason (bookings keep the words): for a question before deleting; 100 means 100 or more. Errors: must_login, not_allowed, list_invalid.';

CREATE FUNCTION public.validate_referrer(referral_id text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select 1 from public.profiles p where p.referral_id = upper(btrim(validate_referrer.referral_id)) and p.deleted_at is null)
$$;

COMMENT ON FUNCTION public.validate_referrer(referral_id text) IS 'Whether somebody invites by this code. For the service role, which limits how often it is asked.';

CREATE FUNCTION public.verify_document(document_id uuid, verified boolean DEFAULT true, note text DEFAULT NULL::text, version text DEFAULT NULL::text) RETURNS public.driver_documents
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.profiles := app.require_permission('people');
  v_status text := case when coalesce(verify_document.verified, false) then 'verified' else 'rejected' end;
  v_document public.driver_documents;
  v_file text;
begin
  select d.* into v_document from public.driver_documents d where d.id = verify_document.document_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'document_not_found', hint = 'There is no such document';
  end if;
  if v_document.status = v_status then return v_document; end if;
  v_file := app.file_version(v_document.path);
  -- The admin judges what was handed in, or what the call names: never a picture that took its place meanwhile.
  if v_status = 'verified' and v_file is distinct from coalesce(btrim(verify_document.version, '"'), v_document.version) then
    raise sqlstate 'PT409' using message = 'document_changed', hint = 'The picture is another one now; look at it again and name its version (eTag)';
  end if;
  if v_status = 'verified' and v_document.expires_on < app.today() then
    raise sqlstate 'PT422' using message = 'document_invalid', hint = 'It has expired meanwhile';
  end if;
  perform app.audit(v_status, 'driver_documents', v_document.id::text,
    jsonb_build_object('status', v_document.status), jsonb_build_object('driver_id', v_document.driver_id, 'kind', v_document.kind, 'version', v_file, 'note', verify_document.note));
  update public.driver_documents d set status = v_status, version = v_file,
    note = left(verify_document.note, 500), decided_at = app.now(), decided_by = v_me.id
  where d.id = v_document.id returning d.* into v_document;
  perform app.refresh_driver(v_document.driver_id);
  return v_document;
end $$;

COMMENT ON FUNCTION public.verify_document(document_id uuid, verified boolean, note text, version text) IS 'Takes a document as valid, or not; safe to call twice. version: the eTag of the picture that was looked at, of what was handed in by default. Errors: must_login, not_allowed, document_not_found, document_changed, document_invalid.';

CREATE FUNCTION public.why_not_asked(driver_id uuid, hours integer DEFAULT 24) RETURNS SETOF public.dispatch_answer
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET plan_cache_mode TO 'force_custom_plan'
    AS $_$
declare
  v_me public.profiles := app.require_staff('desk');
  v_is_admin boolean := v_me.usertype = 'admin';
  v_since timestamptz := app.now() - make_interval(hours => least(greatest(coalesce(why_not_asked.hours, 24), 1), 168));
begin
  if not exists (select 1 from public.drivers d where d.id = why_not_asked.driver_id and (v_is_admin or d.fleet_id = v_me.id)) then
    raise sqlstate 'PT404' using message = 'person_not_found', hint = 'There is no such driver, or not of your fleet';
  end if;
  return query
  with passed as (
    select distinct on (w.booking_id) w.booking_id, w.at, x.reason, x.distance_km, count(*) over (partition by w.booking_id) as n
    from public.dispatch_waves w
    cross join lateral jsonb_to_recordset(w.exclusions) x (driver_id uuid, distance_km numeric, reason text)
    where w.at > v_since and jsonb_path_query_array(w.exclusions, '$[*].driver_id') ? why_not_asked.driver_id::text and x.driver_id = why_not_asked.driver_id
    order by w.booking_id, w.id desc
  ), asked as (
    select distinct on (o.booking_id) o.booking_id, o.created_at as at, o.status, o.distance_km, count(*) over (partition by o.booking_id) as n
    from public.booking_offers o where o.driver_id = why_not_asked.driver_id and o.created_at > v_since
    order by o.booking_id, o.created_at desc
  )
  -- To a fleet a booking that it did not carry does not exist; distances from three places would give its door away.
  select case when v_is_admin or b.fleet_id = v_me.id then b.id end, case when v_is_admin or b.fleet_id = v_me.id then b.reference end,
    a.at, a.is_asked, a.reason, case when v_is_admin then a.km end, a.n::integer
  from (
    select q.booking_id, q.at, true as is_asked,
      case when q.status = 'open' and not exists (select 1 from public.requested_drivers r where r.booking_id = q.booking_id and r.driver_id = why_not_asked.driver_id)
        then 'lapsed' else q.status::text end as reason, q.distance_km as km, q.n from asked q
    union all
    select p.booking_id, p.at, false, p.reason, p.distance_km, p.n from passed p where not exists (select 1 from asked q where q.booking_id = p.booking_id)) a
  join public.bookings b on b.id = a.booking_id
  order by a.at desc, b.id limit 200;
end $_$;

COMMENT ON FUNCTION public.why_not_asked(driver_id uuid, hours integer) IS 'Why a driver was not asked for bookings near them within the last hours (24; 168 at most), newest first, the last 200: for admins, and without other fleets'' bookings and without distances for the driver''s fleet admin. Errors: must_login, not_allowed, person_not_found.';

CREATE FUNCTION public.withdraw_offer(booking_id uuid, driver_id uuid DEFAULT NULL::uuid) RETURNS public.bookings
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_booking public.bookings;
  v_driver_id uuid;
begin
  perform app.require_permission('bookings');
  v_booking := app.lock_booking(withdraw_offer.booking_id);
  -- Accepted meanwhile: the driver is on the way, and only a cancellation ends that.
  if v_booking.status <> 'NEW' then perform app.refuse_status(v_booking); end if;
  for v_driver_id in
    update public.booking_offers o set status = 'withdrawn', answered_at = app.now()
    where o.booking_id = v_booking.id and o.status = 'open' and o.wave = 0 and o.expires_at > app.now()
      and (withdraw_offer.driver_id is null or o.driver_id = withdraw_offer.driver_id)
    returning o.driver_id
  loop
    perform app.notify(v_driver_id, 'trip_withdrawn', jsonb_build_object('reference', v_booking.reference), v_booking.id);
    perform app.audit('withdraw_offer', 'bookings', v_booking.id::text, jsonb_build_object('driver_id', v_driver_id), null);
  end loop;
  if v_driver_id is null then return v_booking; end if;
  perform app.tell('admin', 'booking', v_booking.id);
  -- The search goes on where the assignment had stopped it.
  if not app.has_open_offer(v_booking.id) then
    update app.dispatch_queue q set due_at = case when v_booking.book_later
      then greatest(app.now(), v_booking.trip_at - make_interval(mins => (select s.lead_minutes from public.settings s where s.id = 1))) else app.now() end
    where q.booking_id = v_booking.id;
  end if;
  return v_booking;
end $$;

COMMENT ON FUNCTION public.withdraw_offer(booking_id uuid, driver_id uuid) IS 'An admin takes back the offer to a driver whom the desk asked, or to all of them, before it is answered; the driver is told and the search goes on. Safe to call twice. Answers the booking. Errors: must_login, not_allowed, booking_not_found, wrong_status (it was accepted).';

CREATE TABLE app.alarms (
    booking_id uuid NOT NULL,
    reason text NOT NULL,
    person_id uuid,
    lat double precision NOT NULL,
    lng double precision NOT NULL,
    since timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT alarms_place CHECK (app.is_place(lat, lng)),
    CONSTRAINT alarms_reason_check CHECK ((reason ~ '^[a-z][a-z_]{1,39}$'::text))
);

COMMENT ON TABLE app.alarms IS 'What calls the desk at once, on top of the attention list: rows are added by what raises an alarm and deleted by what ends it.';

COMMENT ON COLUMN app.alarms.reason IS 'As attention_list names it, such as sos.';

COMMENT ON COLUMN app.alarms.person_id IS 'Who is to be called; null: the rider.';

CREATE TABLE app.attention_told (
    booking_id uuid NOT NULL,
    reason text NOT NULL,
    fleet_id uuid
);

COMMENT ON TABLE app.attention_told IS 'The attention list as it was last told.';

COMMENT ON COLUMN app.attention_told.fleet_id IS 'The fleet that was told, too. Kept here, as a booking that is given back belongs to no fleet any more, and that fleet must hear that it is over. Null: only the office can end it.';

CREATE TABLE app.clock (
    id boolean DEFAULT true NOT NULL,
    "offset" interval DEFAULT '00:00:00'::interval NOT NULL,
    CONSTRAINT clock_id_check CHECK (id)
);

COMMENT ON TABLE app.clock IS 'One row: how far the time of rules is ahead of now(). Seeds, tests and the simulator turn it.';

CREATE TABLE app.code_overrides (
    booking_id uuid NOT NULL,
    driver_id uuid NOT NULL,
    admin_id uuid NOT NULL,
    reason text NOT NULL,
    at timestamp with time zone DEFAULT app.now() NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT code_overrides_reason_check CHECK ((btrim(reason) <> ''::text))
);

COMMENT ON TABLE app.code_overrides IS 'A driver whom an admin let go on without the code, once.';

CREATE TABLE app.code_tries (
    slot integer NOT NULL,
    booking_id uuid,
    driver_id uuid,
    kept bigint DEFAULT 0 NOT NULL,
    server_start timestamp with time zone DEFAULT pg_postmaster_start_time() NOT NULL,
    CONSTRAINT code_tries_kept_check CHECK ((kept >= 0))
);

COMMENT ON TABLE app.code_tries IS 'Code checks whose transaction was kept, per booking and driver; the sequence of the slot counts all.';

COMMENT ON COLUMN app.code_tries.booking_id IS 'The booking whose code is checked; null where the slot is free.';

CREATE SEQUENCE app.code_tries_1
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_10
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_11
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_12
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_13
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_14
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_15
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_16
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_17
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_18
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_19
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_2
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_20
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_21
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_22
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_23
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_24
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_25
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_26
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_27
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_28
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_29
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_3
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_30
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_31
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_32
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_33
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_34
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_35
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_36
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_37
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_38
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_39
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_4
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_40
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_41
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_42
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_43
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_44
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_45
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_46
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_47
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_48
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_49
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_5
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_50
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_51
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_52
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_53
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_54
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_55
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_56
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_57
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_58
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_59
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_6
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_60
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_61
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_62
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_63
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_64
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_7
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_8
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE app.code_tries_9
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER TABLE app.code_tries ALTER COLUMN slot ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app.code_tries_slot_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE app.contact_key (
    id boolean DEFAULT true NOT NULL,
    key text DEFAULT ((gen_random_uuid())::text || (gen_random_uuid())::text) NOT NULL,
    CONSTRAINT contact_key_id_check CHECK (id)
);

COMMENT ON TABLE app.contact_key IS 'One row: the secret under which contacts are hashed.';

CREATE TABLE app.driver_states (
    driver_id uuid NOT NULL,
    state text NOT NULL,
    changed_at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT driver_states_state_check CHECK ((state = ANY (ARRAY['off'::text, 'free'::text, 'busy'::text])))
);

COMMENT ON TABLE app.driver_states IS 'Since when each driver is off duty, free or busy; kept by app.refresh_driver for maps that follow.';

CREATE TABLE app.earnings_entries (
    id bigint NOT NULL,
    day date NOT NULL,
    driver_id uuid,
    fleet_id uuid,
    booking_id uuid NOT NULL,
    rides integer NOT NULL,
    trip_cost numeric NOT NULL,
    ride_cost numeric NOT NULL,
    driver_share numeric NOT NULL,
    convenience_fees numeric NOT NULL,
    discount_amount numeric NOT NULL,
    cancellations integer NOT NULL,
    cancellation_fee numeric NOT NULL,
    free_ride_discounts numeric NOT NULL,
    cancellation_share numeric NOT NULL
);

COMMENT ON TABLE app.earnings_entries IS 'What each booking added to its month and day, and each later correction: the lines that earnings_months is the sum of.';

ALTER TABLE app.earnings_entries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app.earnings_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE app.fare_quote_rules (
    quote_id uuid NOT NULL,
    rule jsonb NOT NULL,
    inputs jsonb NOT NULL,
    fare jsonb NOT NULL,
    CONSTRAINT fare_quote_rules_fare_check CHECK ((jsonb_typeof(fare) = 'object'::text)),
    CONSTRAINT fare_quote_rules_inputs_check CHECK ((jsonb_typeof(inputs) = 'object'::text)),
    CONSTRAINT fare_quote_rules_rule_check CHECK ((jsonb_typeof(rule) = 'object'::text))
);

COMMENT ON TABLE app.fare_quote_rules IS 'Tariff, inputs and full result behind a quote: what riders may not see and explain_fare replays.';

CREATE TABLE app.known_contacts (
    hash text NOT NULL,
    user_id uuid NOT NULL,
    at timestamp with time zone DEFAULT app.now() NOT NULL
);

COMMENT ON TABLE app.known_contacts IS 'Hashed mailboxes and numbers that accounts proved; those of deleted accounts are forgotten after two years.';

CREATE TABLE app.known_devices (
    hash text NOT NULL,
    user_id uuid NOT NULL,
    at timestamp with time zone DEFAULT app.now() NOT NULL
);

COMMENT ON TABLE app.known_devices IS 'Hashed devices and who registered on them. Forgotten a year after the last time.';

COMMENT ON COLUMN app.known_devices.at IS 'When the person last registered the device, to the day.';

CREATE VIEW app.news_devices WITH (security_invoker='true') AS
 SELECT t.token,
    t.platform,
    t.user_id,
    p.lang_locale,
    p.usertype
   FROM (public.push_tokens t
     JOIN public.profiles p ON ((p.id = t.user_id)))
  WHERE ('news'::text = ANY (t.channels));

COMMENT ON VIEW app.news_devices IS 'The devices that hear of what the operator writes, and whose they are.';

CREATE TABLE app.outbox (
    id bigint NOT NULL,
    kind text NOT NULL,
    user_id uuid,
    payload jsonb NOT NULL,
    notification_id uuid,
    status text DEFAULT 'queued'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT app.now() NOT NULL,
    expires_at timestamp with time zone DEFAULT (app.now() + '1 day'::interval) NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    done_at timestamp with time zone,
    last_error text,
    CONSTRAINT outbox_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT outbox_check CHECK (((status = 'queued'::text) = (done_at IS NULL))),
    CONSTRAINT outbox_kind_check CHECK ((kind = ANY (ARRAY['push'::text, 'sms'::text, 'mail'::text, 'file'::text]))),
    CONSTRAINT outbox_payload_check CHECK ((jsonb_typeof(payload) = 'object'::text)),
    CONSTRAINT outbox_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'dead'::text])))
);

COMMENT ON TABLE app.outbox IS 'Messages to deliver at least once. Taking one leases it: due_at moves on, and a sender that dies frees it by that.';

COMMENT ON COLUMN app.outbox.notification_id IS 'Of what the operator wrote to many; no foreign key: notifications come later, and may be deleted.';

COMMENT ON COLUMN app.outbox.expires_at IS 'After this nobody wants the message any more; it ends as dead, unsent.';

ALTER TABLE app.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE app.outbox_sender (
    id integer DEFAULT 1 NOT NULL,
    seen_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT outbox_sender_id_check CHECK ((id = 1))
);

COMMENT ON TABLE app.outbox_sender IS 'When a sender last asked for messages: one that is at work need not be woken.';

CREATE TABLE app.payout_changes (
    user_id uuid NOT NULL,
    what text NOT NULL,
    at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT payout_changes_what_check CHECK ((what = ANY (ARRAY['bank_details'::text, 'contact'::text])))
);

COMMENT ON TABLE app.payout_changes IS 'When a person last replaced or removed bank details, or changed a proved address or number.';

CREATE TABLE app.position_topics (
    booking_id uuid NOT NULL,
    topic text NOT NULL,
    CONSTRAINT position_topics_topic_check CHECK ((topic ~ '^position:[0-9a-f-]{36}:[0-9a-f]{32}$'::text))
);

COMMENT ON TABLE app.position_topics IS 'The topic of each trip under way: position:<booking id>:<key>. The key is as secret as the position.';

CREATE VIEW app.present WITH (security_invoker='true') AS
 SELECT (now() + c."offset") AS at
   FROM app.clock c;

COMMENT ON VIEW app.present IS 'app.now() for queries that count microseconds, in functions of the owner, who may read the clock.';

CREATE UNLOGGED TABLE app.rate_limits (
    bucket text NOT NULL,
    window_start timestamp with time zone NOT NULL,
    count integer NOT NULL,
    CONSTRAINT rate_limits_count_check CHECK ((count > 0))
);

COMMENT ON TABLE app.rate_limits IS 'Uses per bucket (a purpose and a hashed address or id) in the current window.';

CREATE TABLE app.receipt_series (
    id integer DEFAULT 1 NOT NULL,
    last bigint DEFAULT 0 NOT NULL,
    CONSTRAINT receipt_series_id_check CHECK ((id = 1)),
    CONSTRAINT receipt_series_last_check CHECK ((last >= 0))
);

COMMENT ON TABLE app.receipt_series IS 'The last serial that was given. A row and not a sequence: what rolls back gives its number back.';

ALTER TABLE app.receipts_due ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app.receipts_due_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE app.referrals (
    referred_id uuid NOT NULL,
    referrer_id uuid NOT NULL,
    driver_id uuid NOT NULL,
    booking_id uuid NOT NULL,
    amount numeric NOT NULL,
    at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT referrals_amount_check CHECK (((amount > (0)::numeric) AND (amount < (1000001)::numeric))),
    CONSTRAINT referrals_check CHECK ((referrer_id <> referred_id))
);

COMMENT ON TABLE app.referrals IS 'Each bonus that was paid: by whose invitation, on which trip, driven by whom.';

CREATE TABLE app.referred_contacts (
    hash text NOT NULL,
    referred_id uuid NOT NULL
);

COMMENT ON TABLE app.referred_contacts IS 'Hashed mailboxes and numbers that a bonus was paid for.';

CREATE TABLE app.service_area (
    id boolean DEFAULT true NOT NULL,
    west double precision NOT NULL,
    south double precision NOT NULL,
    east double precision NOT NULL,
    north double precision NOT NULL,
    CONSTRAINT service_area_box CHECK (((west >= ('-180'::integer)::double precision) AND (west < east) AND (east <= (180)::double precision) AND (south >= ('-85'::integer)::double precision) AND (south < north) AND (north <= (85)::double precision))),
    CONSTRAINT service_area_id_check CHECK (id)
);

COMMENT ON TABLE app.service_area IS 'The box of the map region that this database serves; no row: trips begin anywhere.';

CREATE TABLE app.shown_rows (
    actor_id uuid NOT NULL,
    row_id uuid NOT NULL,
    at timestamp with time zone DEFAULT app.now() NOT NULL
);

COMMENT ON TABLE app.shown_rows IS 'Bookings and people that lists showed staff within a day, while settings.export_limit is on. A row counts once, so that a desk that refreshes uses up nothing.';

COMMENT ON COLUMN app.shown_rows.row_id IS 'A booking or a person.';

CREATE TABLE app.silent_numbers (
    user_id uuid NOT NULL,
    refused_in xid8,
    admitted_until timestamp with time zone
);

COMMENT ON TABLE app.silent_numbers IS 'Accounts whose number spoke again after a long silence, and until when the desk lets it in.';

COMMENT ON COLUMN app.silent_numbers.refused_in IS 'The transaction in which a code to the number was verified: the same one gives no token.';

CREATE TABLE app.start_codes (
    booking_id uuid NOT NULL,
    code text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    CONSTRAINT start_codes_attempts_check CHECK (((attempts >= 0) AND (attempts <= 5))),
    CONSTRAINT start_codes_code_check CHECK ((code ~ '^[0-9]{5}$'::text))
);

COMMENT ON TABLE app.start_codes IS 'The code that proves driver and rider met. Only start_code() shows it, and only to the rider.';

CREATE TABLE app.trip_shares (
    booking_id uuid NOT NULL,
    token text NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT trip_shares_token_check CHECK ((token ~ '^[0-9a-f]{32}$'::text))
);

COMMENT ON TABLE app.trip_shares IS 'The secret in the link of a trip that its rider shares.';

COMMENT ON COLUMN app.trip_shares.ended_at IS 'When the rider ended the link; it goes on saying so.';

CREATE TABLE app.trip_watch (
    booking_id uuid NOT NULL,
    driver_id uuid NOT NULL,
    near_at timestamp with time zone,
    off_since timestamp with time zone,
    off_target_m double precision,
    target_m double precision,
    CONSTRAINT trip_watch_off CHECK ((num_nulls(off_since, off_target_m, target_m) = ANY (ARRAY[0, 3]))),
    CONSTRAINT trip_watch_off_target_m_check CHECK ((off_target_m >= (0)::double precision)),
    CONSTRAINT trip_watch_target_m_check CHECK ((target_m >= (0)::double precision))
);

COMMENT ON TABLE app.trip_watch IS 'What was noticed of a driver''s way: written when something changes, not with each report.';

COMMENT ON COLUMN app.trip_watch.near_at IS 'When the car first was within 300 m of the pickup.';

COMMENT ON COLUMN app.trip_watch.off_since IS 'Since when the car is off the quoted way; null on it.';

COMMENT ON COLUMN app.trip_watch.off_target_m IS 'Metres from there to the next place of the trip, when it left the way.';

COMMENT ON COLUMN app.trip_watch.target_m IS 'The same with the last report.';

CREATE TABLE public.access_log (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT app.now() NOT NULL,
    actor_id uuid NOT NULL,
    what text NOT NULL,
    subject_id uuid,
    row_count integer NOT NULL,
    CONSTRAINT access_log_row_count_check CHECK ((row_count >= 0)),
    CONSTRAINT access_log_what_check CHECK ((what = ANY (ARRAY['chat'::text, 'bank_details'::text, 'withdrawals'::text, 'addresses'::text, 'saved_addresses'::text, 'people'::text])))
);

COMMENT ON TABLE public.access_log IS 'Who of the staff read a conversation, bank details, addresses of bookings or people. Append-only, but that the line of a list grows for ten minutes.';

COMMENT ON COLUMN public.access_log.actor_id IS 'Who read; no foreign key, since the log outlives people.';

COMMENT ON COLUMN public.access_log.what IS 'chat, bank_details, withdrawals (which carry the account they go to), addresses (of bookings), saved_addresses (of a caller) or people.';

COMMENT ON COLUMN public.access_log.subject_id IS 'The booking of a chat, the person of bank details; the booking or person that was asked for; null for a list.';

COMMENT ON COLUMN public.access_log.row_count IS 'How many rows were shown.';

ALTER TABLE public.access_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.access_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT app.now() NOT NULL,
    actor_id uuid,
    actor_role text NOT NULL,
    action text NOT NULL,
    target text NOT NULL,
    target_id text,
    before jsonb,
    after jsonb,
    CONSTRAINT audit_log_action_check CHECK ((action <> ''::text)),
    CONSTRAINT audit_log_actor_role_check CHECK ((actor_role <> ''::text)),
    CONSTRAINT audit_log_target_check CHECK ((target <> ''::text))
);

COMMENT ON TABLE public.audit_log IS 'Everything that an admin changed: who, what, before, after. Append-only.';

COMMENT ON COLUMN public.audit_log.actor_id IS 'Who did it; no foreign key, since the log outlives people. Null: the service or the system.';

COMMENT ON COLUMN public.audit_log.actor_role IS 'The role as the database knew it then: admin, fleetadmin, driver, rider, service_role or system.';

COMMENT ON COLUMN public.audit_log.action IS 'insert, update, delete of a table, or the verb of a function: assign_driver, approve, …';

COMMENT ON COLUMN public.audit_log.target IS 'What kind of thing: a table, most often.';

COMMENT ON COLUMN public.audit_log.before IS 'What was there. Names, contacts, bank numbers and codes are masked: the log keeps no secret and no person.';

COMMENT ON COLUMN public.audit_log.after IS 'What came of it, masked like before.';

ALTER TABLE public.audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.booking_contacts (
    booking_id uuid NOT NULL,
    customer_contact text,
    customer_email text,
    guest_phone text,
    delivery_person text,
    delivery_person_phone text,
    pick_up_instructions text,
    delivery_instructions text,
    driver_contact text,
    CONSTRAINT booking_contacts_delivery_instructions_check CHECK ((length(delivery_instructions) <= 1000)),
    CONSTRAINT booking_contacts_delivery_person_check CHECK ((length(delivery_person) <= 200)),
    CONSTRAINT booking_contacts_delivery_person_phone_check CHECK ((length(delivery_person_phone) <= 60)),
    CONSTRAINT booking_contacts_pick_up_instructions_check CHECK ((length(pick_up_instructions) <= 1000))
)
WITH (fillfactor='80');

COMMENT ON TABLE public.booking_contacts IS 'How the parties of a booking reach one another, and what opens doors. Readable from ACCEPTED until 30 minutes after PAID.';

COMMENT ON COLUMN public.booking_contacts.customer_contact IS 'Phone number of the rider when it was booked.';

COMMENT ON COLUMN public.booking_contacts.customer_email IS 'E-mail address of the rider when it was booked.';

COMMENT ON COLUMN public.booking_contacts.guest_phone IS 'How the driver reaches the guest.';

COMMENT ON COLUMN public.booking_contacts.delivery_person IS 'Who takes the parcel in.';

COMMENT ON COLUMN public.booking_contacts.delivery_person_phone IS 'How the courier reaches them; the code of the parcel goes there, too.';

COMMENT ON COLUMN public.booking_contacts.pick_up_instructions IS 'What the courier should know at the pickup: a door, a code.';

COMMENT ON COLUMN public.booking_contacts.delivery_instructions IS 'What the courier should know at the drop.';

COMMENT ON COLUMN public.booking_contacts.driver_contact IS 'Phone number of the driver who carries the booking now; null while there is none.';

ALTER TABLE public.booking_events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.booking_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.booking_offers (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    booking_id uuid NOT NULL,
    driver_id uuid NOT NULL,
    wave integer NOT NULL,
    distance_km numeric,
    status public.offer_status DEFAULT 'open'::text NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    answered_at timestamp with time zone,
    reference text NOT NULL,
    category text NOT NULL,
    pickup_area_lat double precision NOT NULL,
    pickup_area_lng double precision NOT NULL,
    drop_area_lat double precision NOT NULL,
    drop_area_lng double precision NOT NULL,
    pickup_time integer,
    trip_distance numeric NOT NULL,
    trip_time integer NOT NULL,
    driver_share numeric NOT NULL,
    trip_cost numeric NOT NULL,
    payment_mode text NOT NULL,
    book_later boolean NOT NULL,
    trip_at timestamp with time zone NOT NULL,
    CONSTRAINT booking_offers_amounts CHECK (((LEAST((wave)::numeric, (pickup_time)::numeric, distance_km, trip_distance, (trip_time)::numeric, driver_share, trip_cost) >= (0)::numeric) AND (GREATEST(distance_km, trip_distance, driver_share, trip_cost) < '1000000000000'::numeric))),
    CONSTRAINT booking_offers_places CHECK ((app.is_place(pickup_area_lat, pickup_area_lng) AND app.is_place(drop_area_lat, drop_area_lng))),
    CONSTRAINT booking_offers_times CHECK (((expires_at > created_at) AND (((status)::text = 'open'::text) = (answered_at IS NULL))))
);

COMMENT ON TABLE public.booking_offers IS 'A booking offered to a driver, with what the driver needs to decide: areas, ways and money. Who was only asked learns no place, and after the answer reads nothing.';

COMMENT ON COLUMN public.booking_offers.wave IS '1, 2, … as searched; 0 when an admin assigned.';

COMMENT ON COLUMN public.booking_offers.distance_km IS 'From the driver to the middle of the pickup''s area when it was offered; null where no position was known.';

COMMENT ON COLUMN public.booking_offers.status IS 'open, accepted, declined, lapsed or withdrawn; an open one past expires_at counts as lapsed.';

COMMENT ON COLUMN public.booking_offers.reference IS 'The booking''s six letters.';

COMMENT ON COLUMN public.booking_offers.category IS 'taxi or delivery.';

COMMENT ON COLUMN public.booking_offers.pickup_area_lat IS 'Middle of the area that holds the pickup, which is within 300 m of it (app.area_of).';

COMMENT ON COLUMN public.booking_offers.pickup_area_lng IS 'Middle of the area that holds the pickup.';

COMMENT ON COLUMN public.booking_offers.drop_area_lat IS 'Middle of the area that holds the drop.';

COMMENT ON COLUMN public.booking_offers.drop_area_lng IS 'Middle of the area that holds the drop.';

COMMENT ON COLUMN public.booking_offers.pickup_time IS 'Seconds from the driver to the pickup''s area at 30 km/h; null where no position was known.';

COMMENT ON COLUMN public.booking_offers.trip_distance IS 'Kilometres from pickup to drop, as quoted, to 100 m.';

COMMENT ON COLUMN public.booking_offers.trip_time IS 'Seconds from pickup to drop, as quoted, up to the next whole minute.';

COMMENT ON COLUMN public.booking_offers.driver_share IS 'What the driver would earn for trip_distance and trip_time: close to the quote, without giving its exact length away.';

COMMENT ON COLUMN public.booking_offers.trip_cost IS 'What the rider would pay for them.';

COMMENT ON COLUMN public.booking_offers.payment_mode IS 'cash, card or wallet: what the driver has to collect.';

COMMENT ON COLUMN public.booking_offers.book_later IS 'Whether it is for trip_at instead of now.';

CREATE TABLE public.booking_revisions (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    booking_id uuid NOT NULL,
    kind text NOT NULL,
    status public.booking_status NOT NULL,
    actor_id uuid NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    client_key uuid DEFAULT gen_random_uuid() NOT NULL,
    at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT booking_revisions_after_check CHECK ((jsonb_typeof(after) = 'object'::text)),
    CONSTRAINT booking_revisions_before_check CHECK ((jsonb_typeof(before) = 'object'::text)),
    CONSTRAINT booking_revisions_kind_check CHECK ((kind = ANY (ARRAY['route'::text, 'return'::text])))
);

COMMENT ON TABLE public.booking_revisions IS 'What a booking was and became when its way was changed.';

COMMENT ON COLUMN public.booking_revisions.kind IS 'route: changed by a new quote; return: a parcel turned back.';

COMMENT ON COLUMN public.booking_revisions.status IS 'The status the booking was in.';

COMMENT ON COLUMN public.booking_revisions.before IS '{quote_id, drop_lat, drop_lng, drop_address, waypoints, estimate, estimate_distance, estimate_time, trip_cost, discount_amount}; after likewise.';

COMMENT ON COLUMN public.booking_revisions.after IS 'What it became, shaped like before.';

CREATE TABLE public.booking_transitions (
    id integer NOT NULL,
    from_status public.booking_status,
    to_status public.booking_status NOT NULL,
    actor text NOT NULL,
    CONSTRAINT booking_transitions_actor_check CHECK ((actor = ANY (ARRAY['rider'::text, 'driver'::text, 'admin'::text, 'system'::text])))
);

COMMENT ON TABLE public.booking_transitions IS 'Which status may follow which, and by whom. A trigger refuses the rest.';

COMMENT ON COLUMN public.booking_transitions.from_status IS 'Null: the booking is being made.';

COMMENT ON COLUMN public.booking_transitions.to_status IS 'The status that may follow.';

COMMENT ON COLUMN public.booking_transitions.actor IS 'On whose behalf: rider, driver, admin, or system for jobs, payments and what follows by itself.';

ALTER TABLE public.booking_transitions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.booking_transitions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.cancel_reasons (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    label text NOT NULL,
    value integer DEFAULT 2147483647 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT cancel_reasons_label_check CHECK (((btrim(label) <> ''::text) AND (length(label) <= 200))),
    CONSTRAINT cancel_reasons_value_check CHECK ((value >= 0)),
    CONSTRAINT cancel_reasons_version_check CHECK ((version > 0))
);

COMMENT ON TABLE public.cancel_reasons IS 'Reasons a person may choose when cancelling; value is the place in the list.';

COMMENT ON COLUMN public.cancel_reasons.label IS 'What is shown and kept as the reason.';

COMMENT ON COLUMN public.cancel_reasons.value IS '0, 1, 2, …: renumbered after every change; without one a new reason goes last.';

COMMENT ON COLUMN public.cancel_reasons.version IS 'How often it was changed. An update that names the version it saw is refused with version_conflict where that is old.';

CREATE VIEW public.chats WITH (security_invoker='true') AS
 SELECT m.id AS sms_id,
    m.booking_id,
    m.message,
    m.from_id AS "from",
    'msg'::text AS type,
    to_char((m.created_at AT TIME ZONE s.time_zone), 'MM:DD:YYYY'::text) AS msg_date,
    to_char((m.created_at AT TIME ZONE s.time_zone), 'HH24:MI'::text) AS msg_time,
    m.source,
    m.created_at
   FROM (public.chat_messages m
     CROSS JOIN public.settings s)
  WHERE (s.id = 1);

COMMENT ON VIEW public.chats IS 'chat_messages as chats/<booking>/messages had them: message, from, type, msg_date, msg_time, source, sms_id.';

COMMENT ON COLUMN public.chats.sms_id IS 'Id of the message.';

COMMENT ON COLUMN public.chats.message IS 'What was written.';

COMMENT ON COLUMN public.chats."from" IS 'Who wrote.';

COMMENT ON COLUMN public.chats.type IS 'Always msg.';

COMMENT ON COLUMN public.chats.msg_date IS 'MM:DD:YYYY in settings.time_zone.';

COMMENT ON COLUMN public.chats.msg_time IS 'HH24:MI in settings.time_zone.';

COMMENT ON COLUMN public.chats.source IS 'rider or driver.';

CREATE TABLE public.dispatch_waves (
    id bigint NOT NULL,
    booking_id uuid NOT NULL,
    wave integer NOT NULL,
    mode text NOT NULL,
    radius_km numeric,
    candidates jsonb DEFAULT '[]'::jsonb NOT NULL,
    exclusions jsonb DEFAULT '[]'::jsonb NOT NULL,
    reasons jsonb DEFAULT '{}'::jsonb NOT NULL,
    at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT dispatch_waves_amounts CHECK (((wave >= 0) AND ((radius_km >= (0)::numeric) AND (radius_km <= (10000)::numeric)))),
    CONSTRAINT dispatch_waves_lists CHECK (((jsonb_typeof(candidates) = 'array'::text) AND (jsonb_typeof(exclusions) = 'array'::text) AND (jsonb_typeof(reasons) = 'object'::text))),
    CONSTRAINT dispatch_waves_mode_check CHECK ((mode = ANY (ARRAY['waves'::text, 'all'::text, 'assigned'::text])))
);

COMMENT ON TABLE public.dispatch_waves IS 'Every search for a driver: who was asked and who was not, with the reason.';

COMMENT ON COLUMN public.dispatch_waves.wave IS '1, 2, … of this booking; 0 when an admin assigned.';

COMMENT ON COLUMN public.dispatch_waves.mode IS 'waves or all as settings said then, or assigned.';

COMMENT ON COLUMN public.dispatch_waves.radius_km IS 'The circle that held those asked; where fewer were found than wanted, the whole radius.';

COMMENT ON COLUMN public.dispatch_waves.candidates IS '[{driver_id, distance_km}], nearest first.';

COMMENT ON COLUMN public.dispatch_waves.exclusions IS '[{driver_id, distance_km, reason}], the 50 nearest; reason: beyond_wave, declined, lapsed, cannot_afford, bonus_refused, document_expired, busy, off_duty, not_approved, stale_position, other_car_type.';

COMMENT ON COLUMN public.dispatch_waves.reasons IS '{reason: how many}, of all that were looked at.';

ALTER TABLE public.dispatch_waves ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.dispatch_waves_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.driver_positions (
    driver_id uuid NOT NULL,
    car_type uuid,
    lat double precision NOT NULL,
    lng double precision NOT NULL,
    heading double precision,
    accuracy double precision,
    updated_at timestamp with time zone DEFAULT app.now() NOT NULL,
    available boolean DEFAULT false NOT NULL,
    pt point,
    away_pt point,
    CONSTRAINT driver_positions_check CHECK (((pt IS NULL) OR (away_pt IS NULL))),
    CONSTRAINT driver_positions_place CHECK ((((lat >= ('-85'::integer)::double precision) AND (lat <= (85)::double precision)) AND ((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision)) AND isfinite(updated_at) AND ((heading >= (0)::double precision) AND (heading <= (360)::double precision)) AND ((accuracy >= (0)::double precision) AND (accuracy <= (500)::double precision))))
)
WITH (fillfactor='60', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.2');

COMMENT ON TABLE public.driver_positions IS 'The latest position of each driver, and whether the driver may be asked.';

COMMENT ON COLUMN public.driver_positions.car_type IS 'The driver''s car type, copied for the search.';

COMMENT ON COLUMN public.driver_positions.heading IS 'Degrees clockwise from north.';

COMMENT ON COLUMN public.driver_positions.accuracy IS 'Metres, as the phone says.';

COMMENT ON COLUMN public.driver_positions.updated_at IS 'When the position was true, not when it arrived. Older than 60 s makes nobody a candidate.';

COMMENT ON COLUMN public.driver_positions.available IS 'On duty, approved and not busy; kept by app.refresh_driver.';

COMMENT ON COLUMN public.driver_positions.pt IS 'Anchor of the search (app.search_point), at most 50 m behind the driver; null unless the driver may be asked.';

COMMENT ON COLUMN public.driver_positions.away_pt IS 'Mercator anchor in metres, at most 500 m behind a driver who is busy, off duty or silent.';

CREATE TABLE public.earnings_days (
    day date NOT NULL,
    driver_id uuid,
    fleet_id uuid,
    rides integer DEFAULT 0 NOT NULL,
    convenience_fees numeric DEFAULT 0 NOT NULL
)
WITH (fillfactor='70');

COMMENT ON TABLE public.earnings_days IS 'Rides and gross earnings of a day in settings.time_zone, as in earnings_months; kept for 400 days.';

COMMENT ON COLUMN public.earnings_days.day IS 'In settings.time_zone.';

COMMENT ON COLUMN public.earnings_days.rides IS 'Bookings paid on the day with a convenience fee above 0.';

COMMENT ON COLUMN public.earnings_days.convenience_fees IS 'Gross earnings of the day.';

CREATE TABLE public.languages (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    lang_name text NOT NULL,
    lang_locale text NOT NULL,
    date_locale text DEFAULT 'en'::text NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    key_value_pairs jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT languages_date_locale_check CHECK (((length(date_locale) <= 35) AND (date_locale ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?(-u(-[a-z0-9]{2,8})+)?$'::text))),
    CONSTRAINT languages_key_value_pairs_check CHECK (((jsonb_typeof(key_value_pairs) = 'object'::text) AND (NOT jsonb_path_exists(key_value_pairs, 'strict $.*?(@.type() != "string")'::jsonpath)))),
    CONSTRAINT languages_lang_locale_check CHECK (((length(lang_locale) <= 20) AND (lang_locale ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'::text))),
    CONSTRAINT languages_lang_name_check CHECK (((btrim(lang_name) <> ''::text) AND (length(lang_name) <= 80))),
    CONSTRAINT languages_version_check CHECK ((version > 0))
);

COMMENT ON TABLE public.languages IS 'Languages offered, with the operator''s own texts over the built-in ones.';

COMMENT ON COLUMN public.languages.lang_name IS 'As its speakers write it.';

COMMENT ON COLUMN public.languages.lang_locale IS 'BCP 47 tag such as en, de or ar; it decides the direction of the page.';

COMMENT ON COLUMN public.languages.date_locale IS 'Tag by which dates are written, such as de-CH or fa-u-nu-latn.';

COMMENT ON COLUMN public.languages.is_default IS 'One language is; it cannot be deleted. People who chose none of the languages read it.';

COMMENT ON COLUMN public.languages.key_value_pairs IS 'Texts by namespace and key (common.save), at most 5000 of 2000 characters each; without any a new language gets those of the default.';

COMMENT ON COLUMN public.languages.version IS 'How often it was changed. An update that names the version it saw is refused with version_conflict where that is old.';

CREATE TABLE public.ledger_accounts (
    id bigint NOT NULL,
    kind text NOT NULL,
    user_id uuid,
    booking_id uuid,
    provider text,
    name text GENERATED ALWAYS AS ((kind || COALESCE((':'::text || (user_id)::text), (':'::text || (booking_id)::text), (':'::text || provider), ''::text))) STORED NOT NULL,
    CONSTRAINT ledger_accounts_check CHECK (((kind = ANY (ARRAY['wallet'::text, 'bonus'::text])) = (user_id IS NOT NULL))),
    CONSTRAINT ledger_accounts_check1 CHECK (((kind = 'held'::text) = (booking_id IS NOT NULL))),
    CONSTRAINT ledger_accounts_check2 CHECK (((kind = ANY (ARRAY['refunds_due'::text, 'clearing'::text])) = (provider IS NOT NULL))),
    CONSTRAINT ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['wallet'::text, 'bonus'::text, 'held'::text, 'refunds_due'::text, 'clearing'::text, 'bank'::text, 'payouts_pending'::text, 'tax'::text, 'adjustments'::text, 'revenue.convenience'::text, 'revenue.cancellation'::text, 'expense.promotions'::text, 'expense.referral'::text, 'expense.goodwill'::text]))),
    CONSTRAINT ledger_accounts_provider_check CHECK ((provider ~ '^[a-z]{2,20}$'::text))
);

COMMENT ON TABLE public.ledger_accounts IS 'Where money can be: a wallet per person and beside it the bonus, which pays fares only; money held per booking, clearing and refunds due per payment provider, and one account each for the rest.';

COMMENT ON COLUMN public.ledger_accounts.kind IS 'wallet, bonus, held, clearing, refunds_due, bank, payouts_pending, tax, adjustments, revenue.* or expense.*.';

COMMENT ON COLUMN public.ledger_accounts.provider IS 'Of clearing and refunds due.';

COMMENT ON COLUMN public.ledger_accounts.name IS 'What app.post_ledger calls it: wallet:<user>, bonus:<user>, held:<booking>, clearing:<provider>, bank, …';

ALTER TABLE public.ledger_accounts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ledger_accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.ledger_entries (
    id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    account_id bigint NOT NULL,
    amount numeric NOT NULL,
    balance numeric,
    CONSTRAINT ledger_entries_amount_check CHECK (((amount <> (0)::numeric) AND (abs(amount) < ('1000000000000'::bigint)::numeric) AND (amount = round(amount, 4))))
);

COMMENT ON TABLE public.ledger_entries IS 'What a transaction moved on an account. Positive is what the operator owes or has earned; negative is what it is owed or has spent.';

COMMENT ON COLUMN public.ledger_entries.id IS 'Ascends within a wallet and its bonus in the order their balance moved.';

COMMENT ON COLUMN public.ledger_entries.amount IS 'Signed, at most four decimals.';

COMMENT ON COLUMN public.ledger_entries.balance IS 'Of a wallet and its bonus together, after this entry; other accounts keep none.';

CREATE SEQUENCE public.ledger_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.ledger_entries_id_seq OWNED BY public.ledger_entries.id;

CREATE TABLE public.ledger_transactions (
    id bigint NOT NULL,
    kind text NOT NULL,
    booking_id uuid,
    idempotency_key text NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT ledger_transactions_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 300))),
    CONSTRAINT ledger_transactions_kind_check CHECK ((kind ~ '^[a-z_]{3,40}$'::text))
);

COMMENT ON TABLE public.ledger_transactions IS 'One event that moved money; its entries add up to zero.';

COMMENT ON COLUMN public.ledger_transactions.kind IS 'Why money moved: settlement, cancellation, wallet_payment, card_payment, refund, tip, withdrawal, admin_credit, referral, …';

COMMENT ON COLUMN public.ledger_transactions.idempotency_key IS 'The same key never moves money twice.';

ALTER TABLE public.ledger_transactions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ledger_transactions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.notices (
    id uuid DEFAULT app.uuid_v7() NOT NULL,
    user_id uuid NOT NULL,
    key text NOT NULL,
    params jsonb DEFAULT '{}'::jsonb NOT NULL,
    screen text,
    booking_id uuid,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    read_at timestamp with time zone,
    CONSTRAINT notices_key_check CHECK ((key ~ '^[a-z][a-z0-9_]{1,60}$'::text)),
    CONSTRAINT notices_params_check CHECK ((jsonb_typeof(params) = 'object'::text)),
    CONSTRAINT notices_screen_check CHECK ((screen = ANY (ARRAY['BookedCab'::text, 'DriverTrips'::text, 'Wallet'::text, 'onlineChat'::text, 'Profile'::text])))
);

COMMENT ON TABLE public.notices IS 'What a person was told. key is translated by the client (docs/notifications.md) with params filled in.';

COMMENT ON COLUMN public.notices.key IS 'What is told, as a translation key of notices.';

COMMENT ON COLUMN public.notices.params IS 'Values for the words of the translation.';

COMMENT ON COLUMN public.notices.screen IS 'What a tap opens: BookedCab and onlineChat with booking_id, DriverTrips, Wallet or Profile.';

CREATE TABLE public.promo_uses (
    booking_id uuid NOT NULL,
    promo_id uuid NOT NULL,
    user_id uuid NOT NULL,
    status text DEFAULT 'reserved'::text NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    settled_at timestamp with time zone,
    shared_device boolean DEFAULT false NOT NULL,
    CONSTRAINT promo_uses_check CHECK (((settled_at IS NULL) = (status = 'reserved'::text))),
    CONSTRAINT promo_uses_status_check CHECK ((status = ANY (ARRAY['reserved'::text, 'consumed'::text, 'released'::text])))
);

COMMENT ON TABLE public.promo_uses IS 'Which booking uses which promotion. promos.user_avail counts those that are not released.';

COMMENT ON COLUMN public.promo_uses.status IS 'reserved when booked, consumed when paid, released when cancelled or when the final fare is too low for it.';

COMMENT ON COLUMN public.promo_uses.shared_device IS 'Another person used the promotion on the same device: for the desk to look at, as families share phones.';

CREATE TABLE public.rating_comments (
    booking_id uuid NOT NULL,
    from_id uuid NOT NULL,
    to_id uuid NOT NULL,
    comment text NOT NULL,
    created_at timestamp with time zone DEFAULT app.now() NOT NULL,
    CONSTRAINT rating_comments_comment_check CHECK (((btrim(comment) <> ''::text) AND (length(comment) <= 1000)))
);

COMMENT ON TABLE public.rating_comments IS 'What was said with the stars. Who is meant reads it by rating_details(), without names and dates.';

COMMENT ON COLUMN public.rating_comments.comment IS 'At most 1000 characters.';

CREATE VIEW public.requested_drivers WITH (security_invoker='true') AS
 SELECT o.booking_id,
    o.driver_id,
    o.wave,
    o.distance_km,
    o.created_at,
    o.expires_at
   FROM public.booking_offers o
  WHERE (((o.status)::text = 'open'::text) AND (o.expires_at > app.now()));

COMMENT ON VIEW public.requested_drivers IS 'The drivers being asked now.';

COMMENT ON COLUMN public.requested_drivers.wave IS 'In which search; 0 when an admin assigned.';

COMMENT ON COLUMN public.requested_drivers.distance_km IS 'From the driver to the pickup when it was offered.';

CREATE TABLE public.staff_permissions (
    staff_role public.staff_role NOT NULL,
    permission text NOT NULL,
    CONSTRAINT staff_permissions_permission_check CHECK ((permission ~ '^[a-z_]{2,40}$'::text))
);

COMMENT ON TABLE public.staff_permissions IS 'Which staff role may do what. An admin without a row here is refused with not_allowed.';

COMMENT ON COLUMN public.staff_permissions.staff_role IS 'As in profiles.staff_role.';

COMMENT ON COLUMN public.staff_permissions.permission IS 'What functions ask for: docs/staff.md.';

CREATE TABLE public.tracking_points (
    id bigint NOT NULL,
    booking_id uuid NOT NULL,
    driver_id uuid NOT NULL,
    status public.booking_status NOT NULL,
    lat double precision NOT NULL,
    lng double precision NOT NULL,
    heading double precision,
    accuracy double precision,
    at timestamp with time zone NOT NULL,
    CONSTRAINT tracking_points_place CHECK ((app.is_place(lat, lng) AND ((heading >= (0)::double precision) AND (heading <= (360)::double precision)) AND ((accuracy >= (0)::double precision) AND (accuracy <= (500)::double precision))))
);

COMMENT ON TABLE public.tracking_points IS 'The trail of a trip, as its driver reported it; implausible points are not kept.';

COMMENT ON COLUMN public.tracking_points.status IS 'Of the booking then.';

COMMENT ON COLUMN public.tracking_points.heading IS 'Degrees clockwise from north.';

COMMENT ON COLUMN public.tracking_points.accuracy IS 'Metres, as the phone said.';

ALTER TABLE public.tracking_points ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tracking_points_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.wallet_history WITH (security_invoker='true') AS
 SELECT e.id,
    a.user_id,
        CASE
            WHEN (e.amount > (0)::numeric) THEN 'Credit'::text
            WHEN (t.kind = 'withdrawal'::text) THEN 'Withdraw'::text
            ELSE 'Debit'::text
        END AS type,
    abs(e.amount) AS amount,
    e.balance,
    t.created_at AS date,
        CASE
            WHEN (t.kind = 'admin_credit'::text) THEN 'AdminCredit'::text
            ELSE COALESCE((t.booking_id)::text, ((t.kind || '-'::text) || t.id))
        END AS tx_ref,
    t.booking_id,
    t.kind,
    (a.kind = 'bonus'::text) AS is_bonus
   FROM ((public.ledger_accounts a
     JOIN public.ledger_entries e ON ((e.account_id = a.id)))
     JOIN public.ledger_transactions t ON ((t.id = e.transaction_id)))
  WHERE (a.user_id IS NOT NULL);

COMMENT ON VIEW public.wallet_history IS 'What came into a wallet and left it; order by id for time. A page filters on user_id.';

COMMENT ON COLUMN public.wallet_history.type IS 'Credit, Debit or Withdraw; amount is positive in each.';

COMMENT ON COLUMN public.wallet_history.amount IS 'Always positive; type says which way.';

COMMENT ON COLUMN public.wallet_history.balance IS 'Of the wallet with its bonus, after it.';

COMMENT ON COLUMN public.wallet_history.date IS 'When it moved.';

COMMENT ON COLUMN public.wallet_history.tx_ref IS 'AdminCredit, the booking''s id, or kind and number of the transaction.';

COMMENT ON COLUMN public.wallet_history.kind IS 'admin_credit, settlement, wallet_payment, cancellation, late_payment, refund, refund_failed, tip, withdrawal, withdrawal_rejected, referral, bonus_forfeited.';

COMMENT ON COLUMN public.wallet_history.is_bonus IS 'Whether it moved bonus money. A fare paid with both is two rows of one tx_ref.';

ALTER TABLE ONLY app.alarms
    ADD CONSTRAINT alarms_pkey PRIMARY KEY (booking_id, reason);

ALTER TABLE ONLY app.attention_told
    ADD CONSTRAINT attention_told_pkey PRIMARY KEY (booking_id, reason);

ALTER TABLE ONLY app.clock
    ADD CONSTRAINT clock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.code_overrides
    ADD CONSTRAINT code_overrides_pkey PRIMARY KEY (booking_id, driver_id);

ALTER TABLE ONLY app.code_tries
    ADD CONSTRAINT code_tries_booking_id_key UNIQUE (booking_id);

ALTER TABLE ONLY app.code_tries
    ADD CONSTRAINT code_tries_pkey PRIMARY KEY (slot);

ALTER TABLE ONLY app.contact_key
    ADD CONSTRAINT contact_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.dispatch_queue
    ADD CONSTRAINT dispatch_queue_pkey PRIMARY KEY (booking_id);

ALTER TABLE ONLY app.driver_states
    ADD CONSTRAINT driver_states_pkey PRIMARY KEY (driver_id);

ALTER TABLE ONLY app.earnings_entries
    ADD CONSTRAINT earnings_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.earnings_totals
    ADD CONSTRAINT earnings_totals_pkey PRIMARY KEY (month);

ALTER TABLE ONLY app.fare_quote_rules
    ADD CONSTRAINT fare_quote_rules_pkey PRIMARY KEY (quote_id);

ALTER TABLE ONLY app.fee_debts
    ADD CONSTRAINT fee_debts_pkey PRIMARY KEY (booking_id);

ALTER TABLE ONLY app.known_contacts
    ADD CONSTRAINT known_contacts_pkey PRIMARY KEY (hash, user_id);

ALTER TABLE ONLY app.known_devices
    ADD CONSTRAINT known_devices_pkey PRIMARY KEY (hash, user_id);

ALTER TABLE ONLY app.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.outbox_sender
    ADD CONSTRAINT outbox_sender_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.payout_changes
    ADD CONSTRAINT payout_changes_pkey PRIMARY KEY (user_id, what);

ALTER TABLE ONLY app.position_jumps
    ADD CONSTRAINT position_jumps_pkey PRIMARY KEY (driver_id);

ALTER TABLE ONLY app.position_topics
    ADD CONSTRAINT position_topics_pkey PRIMARY KEY (booking_id);

ALTER TABLE ONLY app.position_topics
    ADD CONSTRAINT position_topics_topic_key UNIQUE (topic);

ALTER TABLE ONLY app.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (bucket);

ALTER TABLE ONLY app.receipt_series
    ADD CONSTRAINT receipt_series_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.receipts_due
    ADD CONSTRAINT receipts_due_booking_id_transaction_id_key UNIQUE NULLS NOT DISTINCT (booking_id, transaction_id);

ALTER TABLE ONLY app.receipts_due
    ADD CONSTRAINT receipts_due_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.referrals
    ADD CONSTRAINT referrals_booking_id_key UNIQUE (booking_id);

ALTER TABLE ONLY app.referrals
    ADD CONSTRAINT referrals_pkey PRIMARY KEY (referred_id);

ALTER TABLE ONLY app.referred_contacts
    ADD CONSTRAINT referred_contacts_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY app.service_area
    ADD CONSTRAINT service_area_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.shown_rows
    ADD CONSTRAINT shown_rows_pkey PRIMARY KEY (actor_id, row_id);

ALTER TABLE ONLY app.sign_ups
    ADD CONSTRAINT sign_ups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.silent_numbers
    ADD CONSTRAINT silent_numbers_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY app.start_codes
    ADD CONSTRAINT start_codes_pkey PRIMARY KEY (booking_id);

ALTER TABLE ONLY app.trip_shares
    ADD CONSTRAINT trip_shares_pkey PRIMARY KEY (booking_id);

ALTER TABLE ONLY app.trip_shares
    ADD CONSTRAINT trip_shares_token_key UNIQUE (token);

ALTER TABLE ONLY app.trip_watch
    ADD CONSTRAINT trip_watch_pkey PRIMARY KEY (booking_id, driver_id);

ALTER TABLE ONLY public.access_log
    ADD CONSTRAINT access_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_requested_by_client_key_key UNIQUE (requested_by, client_key);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bank_details
    ADD CONSTRAINT bank_details_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.booking_contacts
    ADD CONSTRAINT booking_contacts_pkey PRIMARY KEY (booking_id);

ALTER TABLE ONLY public.booking_events
    ADD CONSTRAINT booking_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.booking_extras
    ADD CONSTRAINT booking_extras_added_by_client_key_key UNIQUE (added_by, client_key);

ALTER TABLE ONLY public.booking_extras
    ADD CONSTRAINT booking_extras_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.booking_finances
    ADD CONSTRAINT booking_finances_pkey PRIMARY KEY (booking_id);

ALTER TABLE ONLY public.booking_offers
    ADD CONSTRAINT booking_offers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.booking_revisions
    ADD CONSTRAINT booking_revisions_booking_id_client_key_key UNIQUE (booking_id, client_key);

ALTER TABLE ONLY public.booking_revisions
    ADD CONSTRAINT booking_revisions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.booking_stops
    ADD CONSTRAINT booking_stops_pkey PRIMARY KEY (booking_id, "position");

ALTER TABLE ONLY public.booking_transitions
    ADD CONSTRAINT booking_transitions_from_status_to_status_actor_key UNIQUE NULLS NOT DISTINCT (from_status, to_status, actor);

ALTER TABLE ONLY public.booking_transitions
    ADD CONSTRAINT booking_transitions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bookings
    ADD CONSTRAINT bookings_created_by_client_key_key UNIQUE (created_by, client_key);

ALTER TABLE ONLY public.bookings
    ADD CONSTRAINT bookings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bookings
    ADD CONSTRAINT bookings_quote_id_key UNIQUE (quote_id);

ALTER TABLE ONLY public.bookings
    ADD CONSTRAINT bookings_reference_key UNIQUE (reference);

ALTER TABLE ONLY public.cancel_reasons
    ADD CONSTRAINT cancel_reasons_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.cancel_reasons
    ADD CONSTRAINT cancel_reasons_places UNIQUE (value) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.car_types
    ADD CONSTRAINT car_types_name_key UNIQUE (name);

ALTER TABLE ONLY public.car_types
    ADD CONSTRAINT car_types_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_from_id_client_key_key UNIQUE (from_id, client_key);

ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dispatch_waves
    ADD CONSTRAINT dispatch_waves_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.driver_documents
    ADD CONSTRAINT driver_documents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.driver_positions
    ADD CONSTRAINT driver_positions_pkey PRIMARY KEY (driver_id) WITH (fillfactor='75');

ALTER TABLE ONLY public.drivers
    ADD CONSTRAINT drivers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.earnings_days
    ADD CONSTRAINT earnings_days_day_driver_id_fleet_id_key UNIQUE NULLS NOT DISTINCT (day, driver_id, fleet_id);

ALTER TABLE ONLY public.earnings_months
    ADD CONSTRAINT earnings_months_month_driver_id_fleet_id_key UNIQUE NULLS NOT DISTINCT (month, driver_id, fleet_id);

ALTER TABLE ONLY public.fare_quotes
    ADD CONSTRAINT fare_quotes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.languages
    ADD CONSTRAINT languages_lang_locale_key UNIQUE (lang_locale);

ALTER TABLE ONLY public.languages
    ADD CONSTRAINT languages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ledger_accounts
    ADD CONSTRAINT ledger_accounts_booking_id_key UNIQUE (booking_id);

ALTER TABLE ONLY public.ledger_accounts
    ADD CONSTRAINT ledger_accounts_name_key UNIQUE (name);

ALTER TABLE ONLY public.ledger_accounts
    ADD CONSTRAINT ledger_accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ledger_transactions
    ADD CONSTRAINT ledger_transactions_idempotency_key_key UNIQUE (idempotency_key);

ALTER TABLE ONLY public.ledger_transactions
    ADD CONSTRAINT ledger_transactions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.no_show_fees
    ADD CONSTRAINT no_show_fees_pkey PRIMARY KEY (booking_id);

ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payment_events
    ADD CONSTRAINT payment_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payment_events
    ADD CONSTRAINT payment_events_provider_event_id_key UNIQUE (provider, event_id);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_booking_id_client_key_key UNIQUE (booking_id, client_key);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.profiles
    ADD CONSTRAINT profiles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.profiles
    ADD CONSTRAINT profiles_referral_id_key UNIQUE (referral_id);

ALTER TABLE ONLY public.promo_uses
    ADD CONSTRAINT promo_uses_pkey PRIMARY KEY (booking_id);

ALTER TABLE ONLY public.promos
    ADD CONSTRAINT promos_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.push_tokens
    ADD CONSTRAINT push_tokens_pkey PRIMARY KEY (token);

ALTER TABLE ONLY public.rating_comments
    ADD CONSTRAINT rating_comments_pkey PRIMARY KEY (booking_id, from_id);

ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_pkey PRIMARY KEY (booking_id, from_id);

ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_number_key UNIQUE (number);

ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_serial_key UNIQUE (serial);

ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_transaction_id_key UNIQUE (transaction_id);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.route_proposals
    ADD CONSTRAINT route_proposals_booking_id_client_key_key UNIQUE (booking_id, client_key);

ALTER TABLE ONLY public.route_proposals
    ADD CONSTRAINT route_proposals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.saved_addresses
    ADD CONSTRAINT saved_addresses_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.staff_permissions
    ADD CONSTRAINT staff_permissions_pkey PRIMARY KEY (staff_role, permission);

ALTER TABLE ONLY public.tariff_windows
    ADD CONSTRAINT tariff_windows_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tracking_points
    ADD CONSTRAINT tracking_points_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.withdraw_requests
    ADD CONSTRAINT withdraw_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.withdraw_requests
    ADD CONSTRAINT withdraw_requests_user_id_client_key_key UNIQUE (user_id, client_key);

ALTER TABLE ONLY public.zones
    ADD CONSTRAINT zones_pkey PRIMARY KEY (id);

CREATE INDEX alarms_person_id ON app.alarms USING btree (person_id);

CREATE INDEX code_tries_driver_id ON app.code_tries USING btree (driver_id);

CREATE INDEX dispatch_queue_due_at ON app.dispatch_queue USING btree (due_at);

CREATE INDEX driver_states_changed_at ON app.driver_states USING btree (changed_at);

CREATE INDEX earnings_entries_booking_id ON app.earnings_entries USING btree (booking_id);

CREATE INDEX earnings_entries_day ON app.earnings_entries USING btree (day, id);

CREATE INDEX earnings_entries_driver_id ON app.earnings_entries USING btree (driver_id, day, id);

CREATE INDEX earnings_entries_fleet_id ON app.earnings_entries USING btree (fleet_id, day, id);

CREATE INDEX fee_debts_customer_id ON app.fee_debts USING btree (customer_id, at);

CREATE INDEX known_contacts_at ON app.known_contacts USING btree (at);

CREATE INDEX known_contacts_user_id ON app.known_contacts USING btree (user_id);

CREATE INDEX known_devices_at ON app.known_devices USING btree (at);

CREATE INDEX known_devices_user_id ON app.known_devices USING btree (user_id);

CREATE INDEX outbox_done ON app.outbox USING btree (done_at) WHERE (status <> 'queued'::text);

CREATE INDEX outbox_due ON app.outbox USING btree (due_at, id) WHERE (status = 'queued'::text);

CREATE UNIQUE INDEX outbox_files ON app.outbox USING btree (((payload ->> 'bucket'::text)), ((payload ->> 'path'::text))) WHERE ((kind = 'file'::text) AND (status = 'queued'::text));

CREATE INDEX outbox_notification_id ON app.outbox USING btree (notification_id) WHERE (notification_id IS NOT NULL);

CREATE INDEX outbox_user_id ON app.outbox USING btree (user_id);

CREATE INDEX receipts_due_due_at ON app.receipts_due USING btree (due_at, id);

CREATE INDEX receipts_due_transaction_id ON app.receipts_due USING btree (transaction_id);

CREATE INDEX referrals_driver_id ON app.referrals USING btree (driver_id);

CREATE INDEX referrals_referrer_id ON app.referrals USING btree (referrer_id, at);

CREATE INDEX referred_contacts_referred_id ON app.referred_contacts USING btree (referred_id);

CREATE INDEX shown_rows_at ON app.shown_rows USING btree (actor_id, at);

CREATE INDEX shown_rows_old ON app.shown_rows USING btree (at);

CREATE INDEX sign_ups_created_at ON app.sign_ups USING btree (created_at);

CREATE INDEX trip_watch_driver_id ON app.trip_watch USING btree (driver_id);

CREATE INDEX trip_watch_off ON app.trip_watch USING btree (off_since) WHERE (off_since IS NOT NULL);

CREATE INDEX access_log_actor_id ON public.access_log USING btree (actor_id, id);

CREATE INDEX access_log_lately ON public.access_log USING btree (actor_id, what, at);

CREATE INDEX access_log_subject_id ON public.access_log USING btree (subject_id, id);

CREATE INDEX approvals_decided_by ON public.approvals USING btree (decided_by, decided_at);

CREATE INDEX approvals_pending ON public.approvals USING btree (requested_at) WHERE (status = 'pending'::text);

CREATE INDEX approvals_target_id ON public.approvals USING btree (target_id);

CREATE INDEX approvals_user_id ON public.approvals USING btree (user_id);

CREATE INDEX audit_log_actor_id ON public.audit_log USING btree (actor_id, id);

CREATE INDEX audit_log_at ON public.audit_log USING btree (at DESC, id DESC);

CREATE INDEX audit_log_newest_of_action ON public.audit_log USING btree (action, at DESC, id DESC);

CREATE INDEX audit_log_newest_of_actor ON public.audit_log USING btree (actor_id, at DESC, id DESC);

CREATE INDEX audit_log_newest_of_target ON public.audit_log USING btree (target, at DESC, id DESC);

CREATE INDEX audit_log_target ON public.audit_log USING btree (target, target_id, id);

CREATE INDEX booking_events_booking_id ON public.booking_events USING btree (booking_id, id);

CREATE INDEX booking_extras_booking_id ON public.booking_extras USING btree (booking_id);

CREATE INDEX booking_extras_removed_by ON public.booking_extras USING btree (removed_by);

CREATE INDEX booking_finances_driver_id ON public.booking_finances USING btree (driver_id);

CREATE INDEX booking_finances_fleet_id ON public.booking_finances USING btree (fleet_id);

CREATE INDEX booking_finances_odd ON public.booking_finances USING btree (booking_id DESC) WHERE (flags && '{held_at_quote,long_way,ended_elsewhere}'::text[]);

CREATE INDEX booking_offers_booking_id ON public.booking_offers USING btree (booking_id, created_at);

CREATE INDEX booking_offers_driver_id ON public.booking_offers USING btree (driver_id, created_at DESC, id);

CREATE UNIQUE INDEX booking_offers_one_open ON public.booking_offers USING btree (booking_id, driver_id) WHERE ((status)::text = 'open'::text);

CREATE INDEX booking_offers_open ON public.booking_offers USING btree (expires_at) WHERE ((status)::text = 'open'::text);

CREATE INDEX bookings_car_type_id ON public.bookings USING btree (car_type_id, created_at DESC, id);

CREATE INDEX bookings_created ON public.bookings USING btree (created_at DESC, id);

CREATE INDEX bookings_customer ON public.bookings USING btree (customer_id, created_at DESC, id);

CREATE INDEX bookings_driver ON public.bookings USING btree (driver_id, created_at DESC, id);

CREATE INDEX bookings_drop ON public.bookings USING gist (extensions.st_setsrid(extensions.st_makepoint(drop_lng, drop_lat), 4326));

CREATE INDEX bookings_fleet ON public.bookings USING btree (fleet_id, created_at DESC, id);

CREATE UNIQUE INDEX bookings_id_text ON public.bookings USING btree (((id)::text));

CREATE UNIQUE INDEX bookings_one_engaged_per_driver ON public.bookings USING btree (driver_id) WHERE ((engaged_at IS NOT NULL) AND ((status)::text = ANY (ARRAY['ACCEPTED'::text, 'ARRIVED'::text, 'STARTED'::text, 'REACHED'::text])));

CREATE INDEX bookings_payable ON public.bookings USING btree (payable_amount, id, trip_at, created_at);

CREATE INDEX bookings_payment_mode ON public.bookings USING btree (payment_mode, created_at DESC, id);

CREATE INDEX bookings_pickup ON public.bookings USING gist (extensions.st_setsrid(extensions.st_makepoint(pickup_lng, pickup_lat), 4326));

CREATE INDEX bookings_reason ON public.bookings USING btree (reason) WHERE (reason IS NOT NULL);

CREATE INDEX bookings_status ON public.bookings USING btree (status, created_at DESC, id);

CREATE INDEX bookings_to_engage ON public.bookings USING btree (trip_at) WHERE (((status)::text = 'ACCEPTED'::text) AND (engaged_at IS NULL));

CREATE INDEX bookings_to_remind ON public.bookings USING btree (trip_at) WHERE (book_later AND (reminded_at IS NULL) AND ((status)::text = ANY (ARRAY['NEW'::text, 'ACCEPTED'::text])));

CREATE INDEX bookings_trip ON public.bookings USING btree (trip_at, id);

CREATE INDEX bookings_unpaid ON public.bookings USING btree (created_at DESC, id) WHERE ((paid_at IS NULL) AND ((status)::text <> 'CANCELLED'::text));

CREATE INDEX bookings_unserved ON public.bookings USING btree (created_at DESC, id) WHERE ((cancelled_by = 'system'::text) AND (reason = 'no_driver_available'::text));

CREATE INDEX chat_messages_booking_id ON public.chat_messages USING btree (booking_id, created_at, id);

CREATE INDEX chat_messages_customer_id ON public.chat_messages USING btree (customer_id);

CREATE INDEX chat_messages_driver_id ON public.chat_messages USING btree (driver_id);

CREATE INDEX chat_messages_from_id ON public.chat_messages USING btree (from_id, created_at);

CREATE INDEX dispatch_waves_at ON public.dispatch_waves USING btree (at);

CREATE INDEX dispatch_waves_booking_id ON public.dispatch_waves USING btree (booking_id, id);

CREATE INDEX dispatch_waves_passed ON public.dispatch_waves USING gin (jsonb_path_query_array(exclusions, '$[*]."driver_id"'::jsonpath));

CREATE INDEX driver_documents_decided_by ON public.driver_documents USING btree (decided_by);

CREATE INDEX driver_documents_driver_id ON public.driver_documents USING btree (driver_id, kind, status, expires_on DESC);

CREATE UNIQUE INDEX driver_documents_one_pending ON public.driver_documents USING btree (driver_id, kind) WHERE (status = 'pending'::text);

CREATE INDEX driver_documents_to_warn ON public.driver_documents USING btree (expires_on) WHERE ((status = 'verified'::text) AND (expired_at IS NULL));

CREATE INDEX driver_positions_away ON public.driver_positions USING gist (away_pt) WHERE (away_pt IS NOT NULL);

CREATE INDEX driver_positions_near ON public.driver_positions USING spgist (pt) WHERE (pt IS NOT NULL);

CREATE INDEX drivers_car_type_id ON public.drivers USING btree (car_type_id);

CREATE INDEX drivers_fleet_id ON public.drivers USING btree (fleet_id);

CREATE INDEX drivers_on_duty ON public.drivers USING btree (fleet_id) WHERE driver_active_status;

CREATE INDEX drivers_plates ON public.drivers USING gin (lower(vehicle_number) extensions.gin_trgm_ops);

CREATE INDEX earnings_days_driver_id ON public.earnings_days USING btree (driver_id, day);

CREATE INDEX earnings_days_fleet_id ON public.earnings_days USING btree (fleet_id, day);

CREATE INDEX earnings_months_driver_id ON public.earnings_months USING btree (driver_id, month);

CREATE INDEX earnings_months_fleet_id ON public.earnings_months USING btree (fleet_id, month);

CREATE INDEX fare_quotes_car_type_id ON public.fare_quotes USING btree (car_type_id);

CREATE INDEX fare_quotes_customer_id ON public.fare_quotes USING btree (customer_id, created_at DESC);

CREATE INDEX fare_quotes_promo_id ON public.fare_quotes USING btree (promo_id);

CREATE INDEX fare_quotes_unused ON public.fare_quotes USING btree (expires_at) WHERE (used_at IS NULL);

CREATE UNIQUE INDEX languages_one_default ON public.languages USING btree (is_default) WHERE is_default;

CREATE INDEX ledger_accounts_user_id ON public.ledger_accounts USING btree (user_id);

CREATE INDEX ledger_entries_account_id ON public.ledger_entries USING btree (account_id, id DESC);

CREATE INDEX ledger_entries_transaction_id ON public.ledger_entries USING btree (transaction_id);

CREATE INDEX ledger_transactions_booking_id ON public.ledger_transactions USING btree (booking_id);

CREATE INDEX ledger_transactions_credits ON public.ledger_transactions USING btree (id DESC) WHERE (kind = 'admin_credit'::text);

CREATE INDEX no_show_fees_customer_id ON public.no_show_fees USING btree (customer_id);

CREATE INDEX no_show_fees_decided_by ON public.no_show_fees USING btree (decided_by);

CREATE INDEX no_show_fees_open ON public.no_show_fees USING btree (created_at) WHERE ((decided_at IS NULL) AND ((status = 'review'::text) OR (objected_at IS NOT NULL)));

CREATE INDEX notices_booking_id ON public.notices USING btree (booking_id);

CREATE INDEX notices_created_at ON public.notices USING btree (created_at);

CREATE INDEX notices_unread ON public.notices USING btree (user_id) WHERE (read_at IS NULL);

CREATE INDEX notices_user_id ON public.notices USING btree (user_id, created_at DESC, id);

CREATE INDEX notifications_created_at ON public.notifications USING btree (created_at DESC, id);

CREATE INDEX notifications_created_by ON public.notifications USING btree (created_by);

CREATE INDEX payment_events_flagged ON public.payment_events USING btree (received_at DESC) WHERE (outcome = ANY (ARRAY['already_paid'::text, 'unknown_payment'::text, 'provider_mismatch'::text, 'amount_mismatch'::text, 'currency_mismatch'::text]));

CREATE INDEX payment_events_payment_id ON public.payment_events USING btree (payment_id);

CREATE INDEX payments_customer_id ON public.payments USING btree (customer_id, created_at DESC, id);

CREATE INDEX profiles_created ON public.profiles USING btree (created_at DESC, id);

CREATE INDEX profiles_created_by ON public.profiles USING btree (created_by);

CREATE INDEX profiles_digits ON public.profiles USING gin (regexp_replace(mobile, '[^0-9]'::text, ''::text, 'g'::text) extensions.gin_trgm_ops);

CREATE INDEX profiles_email ON public.profiles USING btree (lower(email));

CREATE INDEX profiles_emails ON public.profiles USING gin (lower(email) extensions.gin_trgm_ops);

CREATE INDEX profiles_mobile ON public.profiles USING btree (regexp_replace(mobile, '[^0-9]'::text, ''::text, 'g'::text));

CREATE INDEX profiles_name ON public.profiles USING btree (lower(((first_name || ' '::text) || last_name)), id);

CREATE INDEX profiles_names ON public.profiles USING gin (lower(((first_name || ' '::text) || last_name)) extensions.gin_trgm_ops);

CREATE INDEX profiles_number ON public.profiles USING btree (app.number_core(mobile) text_pattern_ops);

CREATE INDEX profiles_number_end ON public.profiles USING btree (reverse(app.number_core(mobile)) text_pattern_ops);

CREATE INDEX profiles_signup_via_referral ON public.profiles USING btree (signup_via_referral) WHERE (signup_via_referral IS NOT NULL);

CREATE INDEX profiles_unapproved ON public.profiles USING btree (created_at DESC, id) WHERE (NOT approved);

CREATE INDEX profiles_usertype ON public.profiles USING btree (usertype, created_at DESC, id);

CREATE UNIQUE INDEX promo_uses_once ON public.promo_uses USING btree (promo_id, user_id) WHERE (status <> 'released'::text);

CREATE INDEX promo_uses_promo_id ON public.promo_uses USING btree (promo_id, created_at DESC);

CREATE INDEX promo_uses_user_id ON public.promo_uses USING btree (user_id, created_at DESC);

CREATE INDEX promos_created_at ON public.promos USING btree (created_at DESC, id);

CREATE UNIQUE INDEX promos_promo_name ON public.promos USING btree (upper(promo_name));

CREATE INDEX promos_promo_validity ON public.promos USING btree (promo_validity, id);

CREATE INDEX promos_words ON public.promos USING gin (lower(((promo_name || ' '::text) || promo_description)) extensions.gin_trgm_ops);

CREATE INDEX push_tokens_user_id ON public.push_tokens USING btree (user_id, seen_at DESC);

CREATE INDEX rating_comments_from_id ON public.rating_comments USING btree (from_id);

CREATE INDEX rating_comments_to_id ON public.rating_comments USING btree (to_id, created_at DESC);

CREATE INDEX ratings_from_id ON public.ratings USING btree (from_id);

CREATE INDEX ratings_to_id ON public.ratings USING btree (to_id, created_at DESC) INCLUDE (stars, counted);

CREATE INDEX ratings_to_show ON public.ratings USING btree (shown_from) WHERE (NOT counted);

CREATE INDEX receipts_booking_id ON public.receipts USING btree (booking_id, serial);

CREATE INDEX receipts_customer_id ON public.receipts USING btree (customer_id, serial);

CREATE INDEX receipts_fleet_id ON public.receipts USING btree (fleet_id, serial);

CREATE UNIQUE INDEX receipts_one_per_booking ON public.receipts USING btree (booking_id) WHERE (kind = 'receipt'::text);

CREATE INDEX refunds_booking_id ON public.refunds USING btree (booking_id);

CREATE INDEX refunds_created_by ON public.refunds USING btree (created_by);

CREATE INDEX refunds_customer_id ON public.refunds USING btree (customer_id, created_at DESC, id);

CREATE INDEX refunds_due ON public.refunds USING btree (created_at) WHERE (status = 'due'::text);

CREATE INDEX refunds_payment_id ON public.refunds USING btree (payment_id);

CREATE INDEX route_proposals_asked_by ON public.route_proposals USING btree (asked_by);

CREATE UNIQUE INDEX route_proposals_one_open ON public.route_proposals USING btree (booking_id) WHERE (status = 'open'::text);

CREATE INDEX route_proposals_quote_id ON public.route_proposals USING btree (quote_id);

CREATE UNIQUE INDEX saved_addresses_label ON public.saved_addresses USING btree (user_id, lower(label)) WHERE (label IS NOT NULL);

CREATE INDEX saved_addresses_user_id ON public.saved_addresses USING btree (user_id, count DESC);

CREATE INDEX tariff_windows_car_type_id ON public.tariff_windows USING btree (car_type_id);

CREATE INDEX tracking_points_booking_id ON public.tracking_points USING btree (booking_id, at);

CREATE INDEX tracking_points_driver_id ON public.tracking_points USING btree (driver_id);

CREATE INDEX withdraw_requests_amount ON public.withdraw_requests USING btree (amount, id);

CREATE INDEX withdraw_requests_date ON public.withdraw_requests USING btree (date DESC, id);

CREATE INDEX withdraw_requests_open ON public.withdraw_requests USING btree (date) WHERE ((NOT processed) AND (rejected_at IS NULL));

CREATE INDEX withdraw_requests_rejected ON public.withdraw_requests USING btree (date DESC, id) WHERE (rejected_at IS NOT NULL);

CREATE INDEX withdraw_requests_user_id ON public.withdraw_requests USING btree (user_id, date DESC, id);

CREATE INDEX zones_area_idx ON public.zones USING gist (area) WHERE active;

CREATE INDEX zones_car_type_id ON public.zones USING btree (car_type_id);

CREATE TRIGGER alarms__tell AFTER INSERT OR DELETE ON app.alarms FOR EACH ROW EXECUTE FUNCTION app.tg_alarms__tell();

CREATE TRIGGER outbox__wake_sender AFTER INSERT ON app.outbox FOR EACH STATEMENT EXECUTE FUNCTION app.tg_outbox__wake_sender();

CREATE TRIGGER access_log__append_only BEFORE DELETE ON public.access_log FOR EACH ROW EXECUTE FUNCTION app.tg_audit_log__append_only();

CREATE TRIGGER access_log__grow BEFORE UPDATE ON public.access_log FOR EACH ROW EXECUTE FUNCTION app.tg_access_log__grow();

CREATE TRIGGER access_log__no_truncate BEFORE TRUNCATE ON public.access_log FOR EACH STATEMENT EXECUTE FUNCTION app.tg_audit_log__append_only();

CREATE TRIGGER approvals__broadcast AFTER INSERT OR UPDATE ON public.approvals FOR EACH ROW EXECUTE FUNCTION app.tg_approvals__broadcast();

CREATE TRIGGER approvals__plain_texts BEFORE INSERT OR UPDATE OF reason ON public.approvals FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('reason');

CREATE TRIGGER audit_log__append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION app.tg_audit_log__append_only();

CREATE TRIGGER audit_log__broadcast AFTER INSERT ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION app.tg_audit_log__broadcast();

CREATE TRIGGER audit_log__no_truncate BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION app.tg_audit_log__append_only();

CREATE TRIGGER bank_details__announce AFTER INSERT OR DELETE ON public.bank_details FOR EACH ROW EXECUTE FUNCTION app.tg_bank_details__announce();

CREATE TRIGGER bank_details__announce_change AFTER UPDATE ON public.bank_details FOR EACH ROW WHEN ((((old.bank_name IS DISTINCT FROM new.bank_name) OR (old.bank_code IS DISTINCT FROM new.bank_code)) OR (old.bank_account IS DISTINCT FROM new.bank_account))) EXECUTE FUNCTION app.tg_bank_details__announce();

CREATE TRIGGER bank_details__plain_texts BEFORE INSERT OR UPDATE OF bank_name ON public.bank_details FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('bank_name');

CREATE TRIGGER booking_contacts__plain_texts BEFORE INSERT OR UPDATE OF delivery_person, pick_up_instructions, delivery_instructions ON public.booking_contacts FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('delivery_person', 'pick_up_instructions', 'delivery_instructions');

CREATE TRIGGER booking_events__append_only BEFORE DELETE OR UPDATE ON public.booking_events FOR EACH ROW EXECUTE FUNCTION app.tg_append_only();

CREATE TRIGGER booking_events__no_truncate BEFORE TRUNCATE ON public.booking_events FOR EACH STATEMENT EXECUTE FUNCTION app.tg_append_only();

CREATE TRIGGER booking_extras__plain_texts BEFORE INSERT OR UPDATE OF note ON public.booking_extras FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('note');

CREATE TRIGGER booking_offers__broadcast AFTER UPDATE OF status ON public.booking_offers FOR EACH ROW WHEN (((old.status)::text IS DISTINCT FROM (new.status)::text)) EXECUTE FUNCTION app.tg_booking_offers__broadcast();

CREATE TRIGGER booking_offers__broadcast_insert AFTER INSERT ON public.booking_offers FOR EACH ROW EXECUTE FUNCTION app.tg_booking_offers__broadcast();

CREATE TRIGGER booking_offers__notify AFTER INSERT ON public.booking_offers REFERENCING NEW TABLE AS offered FOR EACH STATEMENT EXECUTE FUNCTION app.tg_booking_offers__notify();

CREATE TRIGGER bookings__changed AFTER UPDATE ON public.bookings FOR EACH ROW WHEN (((old.status)::text = (new.status)::text)) EXECUTE FUNCTION app.tg_bookings__changed();

CREATE TRIGGER bookings__guard BEFORE INSERT OR UPDATE OF status, driver_id ON public.bookings FOR EACH ROW EXECUTE FUNCTION app.tg_bookings__guard();

CREATE TRIGGER bookings__life AFTER INSERT OR UPDATE OF status ON public.bookings FOR EACH ROW EXECUTE FUNCTION app.tg_bookings__life();

CREATE TRIGGER bookings__plain_texts BEFORE INSERT OR UPDATE OF reason, guest_name ON public.bookings FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('reason', 'guest_name');

CREATE TRIGGER cancel_reasons__audit AFTER INSERT OR DELETE OR UPDATE ON public.cancel_reasons FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION app.tg_audit();

CREATE TRIGGER cancel_reasons__broadcast AFTER INSERT OR DELETE OR UPDATE ON public.cancel_reasons FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION app.tg_catalogue__broadcast('everybody');

CREATE TRIGGER cancel_reasons__plain_texts BEFORE INSERT OR UPDATE OF label ON public.cancel_reasons FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('label');

CREATE TRIGGER cancel_reasons__queue BEFORE INSERT OR DELETE OR UPDATE ON public.cancel_reasons FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION app.tg_cancel_reasons__queue();

CREATE TRIGGER cancel_reasons__renumber AFTER INSERT OR DELETE OR UPDATE ON public.cancel_reasons FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION app.tg_cancel_reasons__renumber();

CREATE TRIGGER cancel_reasons__require_edits BEFORE INSERT OR DELETE OR UPDATE ON public.cancel_reasons FOR EACH ROW EXECUTE FUNCTION app.tg_require_edits();

CREATE TRIGGER cancel_reasons__version BEFORE INSERT OR UPDATE ON public.cancel_reasons FOR EACH ROW EXECUTE FUNCTION app.tg_version('value');

CREATE TRIGGER car_types__audit AFTER INSERT OR DELETE OR UPDATE ON public.car_types FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION app.tg_audit();

CREATE TRIGGER car_types__broadcast AFTER INSERT OR DELETE OR UPDATE ON public.car_types FOR EACH STATEMENT EXECUTE FUNCTION app.tg_catalogue__broadcast('everybody');

CREATE TRIGGER car_types__plain_texts BEFORE INSERT OR UPDATE OF name, extra_info ON public.car_types FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('name', 'extra_info');

CREATE TRIGGER car_types__require_edits BEFORE INSERT OR DELETE OR UPDATE ON public.car_types FOR EACH ROW EXECUTE FUNCTION app.tg_require_edits();

CREATE TRIGGER car_types__version BEFORE INSERT OR UPDATE ON public.car_types FOR EACH ROW EXECUTE FUNCTION app.tg_version();

CREATE TRIGGER chat_messages__broadcast AFTER INSERT ON public.chat_messages FOR EACH ROW EXECUTE FUNCTION app.tg_chat_messages__broadcast();

CREATE TRIGGER chat_messages__plain_texts BEFORE INSERT OR UPDATE OF message ON public.chat_messages FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('message');

CREATE TRIGGER chat_messages__push AFTER INSERT ON public.chat_messages FOR EACH ROW EXECUTE FUNCTION app.tg_chat_messages__push();

CREATE TRIGGER dispatch_waves__broadcast AFTER INSERT ON public.dispatch_waves FOR EACH ROW EXECUTE FUNCTION app.tg_dispatch_waves__broadcast();

CREATE TRIGGER driver_documents__broadcast AFTER INSERT OR DELETE OR UPDATE ON public.driver_documents FOR EACH ROW EXECUTE FUNCTION app.tg_driver_documents__broadcast();

CREATE TRIGGER driver_documents__plain_texts BEFORE INSERT OR UPDATE OF note ON public.driver_documents FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('note');

CREATE TRIGGER drivers__broadcast AFTER UPDATE ON public.drivers FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION app.tg_drivers__broadcast();

CREATE TRIGGER drivers__broadcast_insert AFTER INSERT ON public.drivers FOR EACH ROW EXECUTE FUNCTION app.tg_drivers__broadcast();

CREATE TRIGGER drivers__check_fleet BEFORE INSERT OR UPDATE OF fleet_id ON public.drivers FOR EACH ROW WHEN ((new.fleet_id IS NOT NULL)) EXECUTE FUNCTION app.tg_drivers__check_fleet();

CREATE TRIGGER drivers__plain_texts BEFORE INSERT OR UPDATE OF vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info ON public.drivers FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_number', 'other_info');

CREATE TRIGGER drivers__refresh AFTER UPDATE OF driver_active_status, car_type_id ON public.drivers FOR EACH ROW EXECUTE FUNCTION app.tg_drivers__refresh();

CREATE TRIGGER drivers__version AFTER UPDATE OF car_type_id, fleet_id, vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info ON public.drivers FOR EACH ROW WHEN ((((((((old.car_type_id IS DISTINCT FROM new.car_type_id) OR (old.fleet_id IS DISTINCT FROM new.fleet_id)) OR (old.vehicle_make IS DISTINCT FROM new.vehicle_make)) OR (old.vehicle_model IS DISTINCT FROM new.vehicle_model)) OR (old.vehicle_color IS DISTINCT FROM new.vehicle_color)) OR (old.vehicle_number IS DISTINCT FROM new.vehicle_number)) OR (old.other_info IS DISTINCT FROM new.other_info))) EXECUTE FUNCTION app.tg_drivers__version();

CREATE TRIGGER languages__audit AFTER INSERT OR DELETE OR UPDATE ON public.languages FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION app.tg_audit();

CREATE TRIGGER languages__broadcast AFTER INSERT OR DELETE OR UPDATE ON public.languages FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION app.tg_catalogue__broadcast('everybody');

CREATE TRIGGER languages__keep_default BEFORE DELETE ON public.languages FOR EACH ROW WHEN (old.is_default) EXECUTE FUNCTION app.tg_languages__keep_default();

CREATE TRIGGER languages__plain_texts BEFORE INSERT OR UPDATE OF lang_name ON public.languages FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('lang_name');

CREATE TRIGGER languages__require_edits BEFORE INSERT OR DELETE OR UPDATE ON public.languages FOR EACH ROW EXECUTE FUNCTION app.tg_require_edits();

CREATE TRIGGER languages__start BEFORE INSERT ON public.languages FOR EACH ROW EXECUTE FUNCTION app.tg_languages__start();

CREATE TRIGGER languages__stay_default BEFORE UPDATE OF is_default ON public.languages FOR EACH ROW WHEN ((old.is_default AND (NOT new.is_default) AND (pg_trigger_depth() = 0))) EXECUTE FUNCTION app.tg_languages__keep_default();

CREATE TRIGGER languages__texts BEFORE INSERT OR UPDATE OF key_value_pairs ON public.languages FOR EACH ROW EXECUTE FUNCTION app.tg_languages__texts();

CREATE TRIGGER languages__unset_others BEFORE INSERT ON public.languages FOR EACH ROW WHEN (new.is_default) EXECUTE FUNCTION app.tg_languages__one_default();

CREATE TRIGGER languages__unset_others_later BEFORE UPDATE OF is_default ON public.languages FOR EACH ROW WHEN ((new.is_default AND (NOT old.is_default))) EXECUTE FUNCTION app.tg_languages__one_default();

CREATE TRIGGER languages__version BEFORE INSERT OR UPDATE ON public.languages FOR EACH ROW EXECUTE FUNCTION app.tg_version();

CREATE TRIGGER ledger_accounts__append_only BEFORE DELETE OR UPDATE ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION app.tg_ledger__append_only();

CREATE TRIGGER ledger_accounts__no_truncate BEFORE TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION app.tg_ledger__append_only();

CREATE TRIGGER ledger_entries__append_only BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION app.tg_ledger__append_only();

CREATE CONSTRAINT TRIGGER ledger_entries__balance AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.tg_ledger_entries__balance();

CREATE TRIGGER ledger_entries__broadcast AFTER INSERT ON public.ledger_entries FOR EACH ROW WHEN ((new.balance IS NOT NULL)) EXECUTE FUNCTION app.tg_ledger_entries__broadcast();

CREATE TRIGGER ledger_entries__move_wallet BEFORE INSERT ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION app.tg_ledger_entries__move_wallet();

CREATE TRIGGER ledger_entries__no_truncate BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION app.tg_ledger__append_only();

CREATE TRIGGER ledger_transactions__append_only BEFORE DELETE OR UPDATE ON public.ledger_transactions FOR EACH ROW EXECUTE FUNCTION app.tg_ledger__append_only();

CREATE TRIGGER ledger_transactions__no_truncate BEFORE TRUNCATE ON public.ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION app.tg_ledger__append_only();

CREATE TRIGGER no_show_fees__plain_texts BEFORE INSERT OR UPDATE OF objection ON public.no_show_fees FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('objection');

CREATE TRIGGER notices__broadcast AFTER INSERT ON public.notices FOR EACH ROW EXECUTE FUNCTION app.tg_notices__broadcast();

CREATE TRIGGER notifications__audit AFTER INSERT OR DELETE ON public.notifications FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION app.tg_audit();

CREATE TRIGGER notifications__broadcast AFTER INSERT OR DELETE OR UPDATE ON public.notifications FOR EACH STATEMENT EXECUTE FUNCTION app.tg_catalogue__broadcast('staff');

CREATE TRIGGER notifications__plain_texts BEFORE INSERT OR UPDATE OF title, body ON public.notifications FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('title', 'body');

CREATE TRIGGER notifications__require_edits BEFORE DELETE ON public.notifications FOR EACH ROW EXECUTE FUNCTION app.tg_require_edits();

CREATE TRIGGER notifications__require_true_admin BEFORE INSERT ON public.notifications FOR EACH ROW EXECUTE FUNCTION app.tg_require_true_admin();

CREATE TRIGGER payment_events__append_only BEFORE DELETE ON public.payment_events FOR EACH ROW EXECUTE FUNCTION app.tg_ledger__append_only();

CREATE TRIGGER payment_events__no_truncate BEFORE TRUNCATE ON public.payment_events FOR EACH STATEMENT EXECUTE FUNCTION app.tg_ledger__append_only();

CREATE TRIGGER payment_events__settled BEFORE UPDATE ON public.payment_events FOR EACH ROW WHEN ((old.outcome <> 'recorded'::text)) EXECUTE FUNCTION app.tg_ledger__append_only();

CREATE TRIGGER profiles__broadcast AFTER UPDATE OF first_name, last_name, mobile, email, usertype, approved, profile_image, rating, lang_locale, deleted_at ON public.profiles FOR EACH ROW WHEN (((((((((((old.first_name IS DISTINCT FROM new.first_name) OR (old.last_name IS DISTINCT FROM new.last_name)) OR (old.mobile IS DISTINCT FROM new.mobile)) OR (old.email IS DISTINCT FROM new.email)) OR ((old.usertype)::text IS DISTINCT FROM (new.usertype)::text)) OR (old.approved IS DISTINCT FROM new.approved)) OR (old.profile_image IS DISTINCT FROM new.profile_image)) OR (old.rating IS DISTINCT FROM new.rating)) OR (old.lang_locale IS DISTINCT FROM new.lang_locale)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION app.tg_profiles__broadcast();

CREATE TRIGGER profiles__broadcast_insert AFTER INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION app.tg_profiles__broadcast();

CREATE CONSTRAINT TRIGGER profiles__check_new_wallet AFTER INSERT ON public.profiles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.wallet_balance <> (0)::numeric)) EXECUTE FUNCTION app.tg_profiles__check_wallet();

CREATE CONSTRAINT TRIGGER profiles__check_wallet AFTER UPDATE OF wallet_balance ON public.profiles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.wallet_balance IS DISTINCT FROM new.wallet_balance)) EXECUTE FUNCTION app.tg_profiles__check_wallet();

CREATE TRIGGER profiles__end_sessions AFTER UPDATE OF usertype, approved, deleted_at ON public.profiles FOR EACH ROW WHEN ((((old.usertype)::text IS DISTINCT FROM (new.usertype)::text) OR (old.approved AND (NOT new.approved)) OR ((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL)))) EXECUTE FUNCTION app.tg_profiles__end_sessions();

CREATE TRIGGER profiles__end_work AFTER UPDATE OF approved ON public.profiles FOR EACH ROW WHEN (((old.suspended_at IS NULL) AND (new.suspended_at IS NOT NULL))) EXECUTE FUNCTION app.tg_profiles__end_work();

CREATE TRIGGER profiles__plain_names BEFORE INSERT OR UPDATE OF first_name, last_name ON public.profiles FOR EACH ROW EXECUTE FUNCTION app.tg_profiles__plain_names();

CREATE TRIGGER profiles__plain_texts BEFORE INSERT OR UPDATE OF suspended_reason ON public.profiles FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('suspended_reason');

CREATE TRIGGER profiles__refresh AFTER UPDATE OF approved, usertype ON public.profiles FOR EACH ROW WHEN (((old.approved IS DISTINCT FROM new.approved) OR ((old.usertype)::text IS DISTINCT FROM (new.usertype)::text))) EXECUTE FUNCTION app.tg_drivers__refresh();

CREATE TRIGGER profiles__staff_role BEFORE INSERT OR UPDATE OF usertype, staff_role ON public.profiles FOR EACH ROW EXECUTE FUNCTION app.tg_profiles__staff_role();

CREATE TRIGGER profiles__suspend BEFORE UPDATE OF approved ON public.profiles FOR EACH ROW WHEN ((old.approved IS DISTINCT FROM new.approved)) EXECUTE FUNCTION app.tg_profiles__suspend();

CREATE TRIGGER profiles__version BEFORE UPDATE OF first_name, last_name, mobile, usertype, staff_role, approved, version ON public.profiles FOR EACH ROW EXECUTE FUNCTION app.tg_version('mobile_locked', 'wallet_balance', 'bonus_balance', 'rating', 'rating_count');

CREATE TRIGGER promos__audit AFTER INSERT OR DELETE OR UPDATE ON public.promos FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION app.tg_audit();

CREATE TRIGGER promos__broadcast AFTER INSERT OR DELETE OR UPDATE ON public.promos FOR EACH ROW EXECUTE FUNCTION app.tg_promos__broadcast_staff();

CREATE TRIGGER promos__broadcast_listed AFTER INSERT OR DELETE OR UPDATE OF promo_name, promo_description, promo_discount_type, promo_discount_value, max_promo_discount_value, min_order, promo_validity, promo_usage_limit, listed ON public.promos FOR EACH ROW EXECUTE FUNCTION app.tg_promos__broadcast();

CREATE TRIGGER promos__plain_texts BEFORE INSERT OR UPDATE OF promo_name, promo_description ON public.promos FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('promo_name', 'promo_description');

CREATE TRIGGER promos__require_edits BEFORE DELETE ON public.promos FOR EACH ROW EXECUTE FUNCTION app.tg_require_edits();

CREATE TRIGGER promos__require_true_admin BEFORE INSERT OR UPDATE ON public.promos FOR EACH ROW EXECUTE FUNCTION app.tg_require_true_admin();

CREATE TRIGGER promos__version BEFORE INSERT OR UPDATE ON public.promos FOR EACH ROW EXECUTE FUNCTION app.tg_version('user_avail');

CREATE TRIGGER push_tokens__keep_device AFTER INSERT OR UPDATE OF user_id ON public.push_tokens FOR EACH ROW EXECUTE FUNCTION app.tg_push_tokens__keep_device();

CREATE TRIGGER rating_comments__plain_texts BEFORE INSERT OR UPDATE OF comment ON public.rating_comments FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('comment');

CREATE TRIGGER receipts__append_only BEFORE DELETE OR UPDATE ON public.receipts FOR EACH ROW EXECUTE FUNCTION app.tg_ledger__append_only();

CREATE TRIGGER receipts__no_truncate BEFORE TRUNCATE ON public.receipts FOR EACH STATEMENT EXECUTE FUNCTION app.tg_ledger__append_only();

CREATE TRIGGER refunds__plain_texts BEFORE INSERT OR UPDATE OF reason ON public.refunds FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('reason');

CREATE TRIGGER saved_addresses__broadcast AFTER INSERT OR DELETE OR UPDATE ON public.saved_addresses FOR EACH ROW EXECUTE FUNCTION app.tg_saved_addresses__broadcast();

CREATE TRIGGER saved_addresses__plain_texts BEFORE INSERT OR UPDATE OF label, description ON public.saved_addresses FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('label', 'description');

CREATE TRIGGER saved_addresses__trim AFTER INSERT ON public.saved_addresses FOR EACH ROW WHEN ((new.label IS NULL)) EXECUTE FUNCTION app.tg_saved_addresses__trim();

CREATE TRIGGER settings__audit AFTER UPDATE ON public.settings FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION app.tg_audit();

CREATE TRIGGER settings__broadcast AFTER UPDATE ON public.settings FOR EACH STATEMENT EXECUTE FUNCTION app.tg_catalogue__broadcast('everybody');

CREATE TRIGGER settings__check BEFORE UPDATE ON public.settings FOR EACH ROW EXECUTE FUNCTION app.tg_settings__check();

CREATE TRIGGER settings__lock_currency BEFORE UPDATE ON public.settings FOR EACH ROW WHEN (((old.code IS DISTINCT FROM new.code) OR (old."decimal" IS DISTINCT FROM new."decimal"))) EXECUTE FUNCTION app.tg_settings__lock_currency();

CREATE TRIGGER settings__logo AFTER UPDATE ON public.settings FOR EACH ROW WHEN ((old.logo IS DISTINCT FROM new.logo)) EXECUTE FUNCTION app.tg_settings__logo();

CREATE TRIGGER settings__plain_texts BEFORE INSERT OR UPDATE OF app_name, symbol, company_name, company_address, company_website, company_terms, contact_email, apple_store_link, play_store_link ON public.settings FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('app_name', 'symbol', 'company_name', 'company_address', 'company_website', 'company_terms', 'contact_email', 'apple_store_link', 'play_store_link');

CREATE TRIGGER settings__require_edits BEFORE UPDATE ON public.settings FOR EACH ROW EXECUTE FUNCTION app.tg_require_edits();

CREATE TRIGGER settings__service_switch BEFORE UPDATE ON public.settings FOR EACH ROW WHEN ((old.allow_critical_edits_admin IS DISTINCT FROM new.allow_critical_edits_admin)) EXECUTE FUNCTION app.tg_settings__service_switch();

CREATE TRIGGER settings__version BEFORE UPDATE ON public.settings FOR EACH ROW EXECUTE FUNCTION app.tg_version('updated_at');

CREATE TRIGGER tariff_windows__audit AFTER INSERT OR DELETE OR UPDATE ON public.tariff_windows FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION app.tg_audit();

CREATE TRIGGER tariff_windows__broadcast AFTER INSERT OR DELETE OR UPDATE ON public.tariff_windows FOR EACH STATEMENT EXECUTE FUNCTION app.tg_catalogue__broadcast('everybody');

CREATE TRIGGER tariff_windows__plain_texts BEFORE INSERT OR UPDATE OF name ON public.tariff_windows FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('name');

CREATE TRIGGER tariff_windows__require_edits BEFORE INSERT OR DELETE OR UPDATE ON public.tariff_windows FOR EACH ROW EXECUTE FUNCTION app.tg_require_edits();

CREATE TRIGGER tariff_windows__version BEFORE INSERT OR UPDATE ON public.tariff_windows FOR EACH ROW EXECUTE FUNCTION app.tg_version();

CREATE TRIGGER tracking_points__broadcast AFTER INSERT ON public.tracking_points FOR EACH ROW EXECUTE FUNCTION app.tg_tracking_points__broadcast();

CREATE TRIGGER withdraw_requests__broadcast AFTER INSERT OR UPDATE ON public.withdraw_requests FOR EACH ROW EXECUTE FUNCTION app.tg_withdraw_requests__broadcast();

CREATE TRIGGER withdraw_requests__plain_texts BEFORE INSERT OR UPDATE OF reason ON public.withdraw_requests FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('reason');

CREATE TRIGGER zones__audit AFTER INSERT OR DELETE OR UPDATE ON public.zones FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION app.tg_audit();

CREATE TRIGGER zones__broadcast AFTER INSERT OR DELETE OR UPDATE ON public.zones FOR EACH STATEMENT EXECUTE FUNCTION app.tg_catalogue__broadcast('everybody');

CREATE TRIGGER zones__plain_texts BEFORE INSERT OR UPDATE OF name ON public.zones FOR EACH ROW EXECUTE FUNCTION app.tg_plain_texts('name');

CREATE TRIGGER zones__require_edits BEFORE INSERT OR DELETE OR UPDATE ON public.zones FOR EACH ROW EXECUTE FUNCTION app.tg_require_edits();

CREATE TRIGGER zones__version BEFORE INSERT OR UPDATE ON public.zones FOR EACH ROW EXECUTE FUNCTION app.tg_version('geojson');

ALTER TABLE ONLY app.alarms
    ADD CONSTRAINT alarms_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.alarms
    ADD CONSTRAINT alarms_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE ONLY app.attention_told
    ADD CONSTRAINT attention_told_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.code_overrides
    ADD CONSTRAINT code_overrides_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY app.code_tries
    ADD CONSTRAINT code_tries_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id) ON DELETE SET NULL;

ALTER TABLE ONLY app.code_tries
    ADD CONSTRAINT code_tries_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES public.drivers(id) ON DELETE SET NULL;

ALTER TABLE ONLY app.dispatch_queue
    ADD CONSTRAINT dispatch_queue_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY app.driver_states
    ADD CONSTRAINT driver_states_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES public.drivers(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.earnings_entries
    ADD CONSTRAINT earnings_entries_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY app.earnings_entries
    ADD CONSTRAINT earnings_entries_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES public.drivers(id);

ALTER TABLE ONLY app.earnings_entries
    ADD CONSTRAINT earnings_entries_fleet_id_fkey FOREIGN KEY (fleet_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY app.fare_quote_rules
    ADD CONSTRAINT fare_quote_rules_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES public.fare_quotes(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.fee_debts
    ADD CONSTRAINT fee_debts_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY app.fee_debts
    ADD CONSTRAINT fee_debts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY app.known_contacts
    ADD CONSTRAINT known_contacts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.known_devices
    ADD CONSTRAINT known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.outbox
    ADD CONSTRAINT outbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.payout_changes
    ADD CONSTRAINT payout_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.position_jumps
    ADD CONSTRAINT position_jumps_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES public.drivers(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.position_topics
    ADD CONSTRAINT position_topics_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.receipts_due
    ADD CONSTRAINT receipts_due_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY app.receipts_due
    ADD CONSTRAINT receipts_due_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES public.ledger_transactions(id);

ALTER TABLE ONLY app.referrals
    ADD CONSTRAINT referrals_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY app.referrals
    ADD CONSTRAINT referrals_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES public.drivers(id);

ALTER TABLE ONLY app.referrals
    ADD CONSTRAINT referrals_referred_id_fkey FOREIGN KEY (referred_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY app.referrals
    ADD CONSTRAINT referrals_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY app.referred_contacts
    ADD CONSTRAINT referred_contacts_referred_id_fkey FOREIGN KEY (referred_id) REFERENCES app.referrals(referred_id);

ALTER TABLE ONLY app.silent_numbers
    ADD CONSTRAINT silent_numbers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.start_codes
    ADD CONSTRAINT start_codes_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY app.trip_shares
    ADD CONSTRAINT trip_shares_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY app.trip_watch
    ADD CONSTRAINT trip_watch_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.trip_watch
    ADD CONSTRAINT trip_watch_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES public.drivers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.bank_details
    ADD CONSTRAINT bank_details_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.booking_contacts
    ADD CONSTRAINT booking_contacts_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.booking_events
    ADD CONSTRAINT booking_events_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.booking_extras
    ADD CONSTRAINT booking_extras_added_by_fkey FOREIGN KEY (added_by) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.booking_extras
    ADD CONSTRAINT booking_extras_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.booking_extras
    ADD CONSTRAINT booking_extras_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.booking_finances
    ADD CONSTRAINT booking_finances_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.booking_finances
    ADD CONSTRAINT booking_finances_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES public.drivers(id);

ALTER TABLE ONLY public.booking_finances
    ADD CONSTRAINT booking_finances_fleet_id_fkey FOREIGN KEY (fleet_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.booking_offers
    ADD CONSTRAINT booking_offers_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.booking_offers
    ADD CONSTRAINT booking_offers_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES public.drivers(id);

ALTER TABLE ONLY public.booking_revisions
    ADD CONSTRAINT booking_revisions_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.booking_stops
    ADD CONSTRAINT booking_stops_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.bookings
    ADD CONSTRAINT bookings_car_type_id_fkey FOREIGN KEY (car_type_id) REFERENCES public.car_types(id);

ALTER TABLE ONLY public.bookings
    ADD CONSTRAINT bookings_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.bookings
    ADD CONSTRAINT bookings_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.bookings
    ADD CONSTRAINT bookings_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES public.drivers(id);

ALTER TABLE ONLY public.bookings
    ADD CONSTRAINT bookings_fleet_id_fkey FOREIGN KEY (fleet_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.bookings
    ADD CONSTRAINT bookings_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES public.fare_quotes(id);

ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES public.drivers(id);

ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_from_id_fkey FOREIGN KEY (from_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.dispatch_waves
    ADD CONSTRAINT dispatch_waves_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.driver_documents
    ADD CONSTRAINT driver_documents_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.driver_documents
    ADD CONSTRAINT driver_documents_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES public.drivers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.driver_positions
    ADD CONSTRAINT driver_positions_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES public.drivers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.drivers
    ADD CONSTRAINT drivers_car_type_id_fkey FOREIGN KEY (car_type_id) REFERENCES public.car_types(id);

ALTER TABLE ONLY public.drivers
    ADD CONSTRAINT drivers_fleet_id_fkey FOREIGN KEY (fleet_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.drivers
    ADD CONSTRAINT drivers_id_fkey FOREIGN KEY (id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.earnings_days
    ADD CONSTRAINT earnings_days_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES public.drivers(id);

ALTER TABLE ONLY public.earnings_days
    ADD CONSTRAINT earnings_days_fleet_id_fkey FOREIGN KEY (fleet_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.earnings_months
    ADD CONSTRAINT earnings_months_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES public.drivers(id);

ALTER TABLE ONLY public.earnings_months
    ADD CONSTRAINT earnings_months_fleet_id_fkey FOREIGN KEY (fleet_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.fare_quotes
    ADD CONSTRAINT fare_quotes_car_type_id_fkey FOREIGN KEY (car_type_id) REFERENCES public.car_types(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.fare_quotes
    ADD CONSTRAINT fare_quotes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.fare_quotes
    ADD CONSTRAINT fare_quotes_promo_id_fkey FOREIGN KEY (promo_id) REFERENCES public.promos(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.ledger_accounts
    ADD CONSTRAINT ledger_accounts_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.ledger_accounts
    ADD CONSTRAINT ledger_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.ledger_accounts(id);

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES public.ledger_transactions(id);

ALTER TABLE ONLY public.ledger_transactions
    ADD CONSTRAINT ledger_transactions_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.no_show_fees
    ADD CONSTRAINT no_show_fees_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.no_show_fees
    ADD CONSTRAINT no_show_fees_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.no_show_fees
    ADD CONSTRAINT no_show_fees_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.payment_events
    ADD CONSTRAINT payment_events_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.profiles
    ADD CONSTRAINT profiles_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.profiles
    ADD CONSTRAINT profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.promo_uses
    ADD CONSTRAINT promo_uses_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.promo_uses
    ADD CONSTRAINT promo_uses_promo_id_fkey FOREIGN KEY (promo_id) REFERENCES public.promos(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.promo_uses
    ADD CONSTRAINT promo_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.push_tokens
    ADD CONSTRAINT push_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.rating_comments
    ADD CONSTRAINT rating_comments_booking_id_from_id_fkey FOREIGN KEY (booking_id, from_id) REFERENCES public.ratings(booking_id, from_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.rating_comments
    ADD CONSTRAINT rating_comments_to_id_fkey FOREIGN KEY (to_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_from_id_fkey FOREIGN KEY (from_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_to_id_fkey FOREIGN KEY (to_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_fleet_id_fkey FOREIGN KEY (fleet_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES public.ledger_transactions(id);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id);

ALTER TABLE ONLY public.route_proposals
    ADD CONSTRAINT route_proposals_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.route_proposals
    ADD CONSTRAINT route_proposals_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.route_proposals
    ADD CONSTRAINT route_proposals_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES public.fare_quotes(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.saved_addresses
    ADD CONSTRAINT saved_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tariff_windows
    ADD CONSTRAINT tariff_windows_car_type_id_fkey FOREIGN KEY (car_type_id) REFERENCES public.car_types(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tracking_points
    ADD CONSTRAINT tracking_points_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bookings(id);

ALTER TABLE ONLY public.tracking_points
    ADD CONSTRAINT tracking_points_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES public.drivers(id);

ALTER TABLE ONLY public.withdraw_requests
    ADD CONSTRAINT withdraw_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id);

ALTER TABLE ONLY public.zones
    ADD CONSTRAINT zones_car_type_id_fkey FOREIGN KEY (car_type_id) REFERENCES public.car_types(id) ON DELETE CASCADE;

ALTER TABLE app.alarms ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.attention_told ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.clock ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.code_overrides ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.code_tries ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.contact_key ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.dispatch_queue ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.driver_states ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.earnings_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.earnings_totals ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.fare_quote_rules ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.fee_debts ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.known_contacts ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.known_devices ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.outbox ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.outbox_sender ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.payout_changes ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.position_jumps ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.position_topics ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.rate_limits ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.receipt_series ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.receipts_due ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.referrals ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.referred_contacts ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.service_area ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.shown_rows ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.sign_ups ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.silent_numbers ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.start_codes ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.trip_shares ENABLE ROW LEVEL SECURITY;

ALTER TABLE app.trip_watch ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.access_log ENABLE ROW LEVEL SECURITY;

CREATE POLICY "admins add cancel reasons" ON public.cancel_reasons FOR INSERT TO authenticated WITH CHECK (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins add car types" ON public.car_types FOR INSERT TO authenticated WITH CHECK (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins add languages" ON public.languages FOR INSERT TO authenticated WITH CHECK (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins add notifications" ON public.notifications FOR INSERT TO authenticated WITH CHECK (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins add promotions" ON public.promos FOR INSERT TO authenticated WITH CHECK (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins add tariff windows" ON public.tariff_windows FOR INSERT TO authenticated WITH CHECK (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins add zones" ON public.zones FOR INSERT TO authenticated WITH CHECK (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins change cancel reasons" ON public.cancel_reasons FOR UPDATE TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)) WITH CHECK (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins change car types" ON public.car_types FOR UPDATE TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)) WITH CHECK (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins change languages" ON public.languages FOR UPDATE TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)) WITH CHECK (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins change promotions" ON public.promos FOR UPDATE TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)) WITH CHECK (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins change tariff windows" ON public.tariff_windows FOR UPDATE TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)) WITH CHECK (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins change the settings" ON public.settings FOR UPDATE TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)) WITH CHECK (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins change zones" ON public.zones FOR UPDATE TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)) WITH CHECK (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins delete cancel reasons" ON public.cancel_reasons FOR DELETE TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins delete car types" ON public.car_types FOR DELETE TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins delete languages" ON public.languages FOR DELETE TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins delete notifications" ON public.notifications FOR DELETE TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins delete promotions" ON public.promos FOR DELETE TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins delete tariff windows" ON public.tariff_windows FOR DELETE TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins delete zones" ON public.zones FOR DELETE TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text));

CREATE POLICY "admins read all finances" ON public.booking_finances FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read approvals" ON public.approvals FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every account" ON public.ledger_accounts FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every booking" ON public.bookings FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every change" ON public.booking_revisions FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every comment" ON public.rating_comments FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every contact" ON public.booking_contacts FOR SELECT TO authenticated USING (( SELECT (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text) AND s.allow_critical_edits_admin)
   FROM public.settings s
  WHERE (s.id = 1)));

CREATE POLICY "admins read every document" ON public.driver_documents FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every driver" ON public.drivers FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every entry" ON public.ledger_entries FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every event" ON public.booking_events FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every no-show fee" ON public.no_show_fees FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every offer" ON public.booking_offers FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every payment" ON public.payments FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every payment event" ON public.payment_events FOR SELECT TO authenticated USING (( SELECT (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text) AND s.allow_critical_edits_admin)
   FROM public.settings s
  WHERE (s.id = 1)));

CREATE POLICY "admins read every profile" ON public.profiles FOR SELECT TO authenticated USING ((((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text) AND ( SELECT s.allow_critical_edits_admin
   FROM public.settings s
  WHERE (s.id = 1))));

CREATE POLICY "admins read every proposal" ON public.route_proposals FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every quote" ON public.fare_quotes FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every rating" ON public.ratings FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every receipt" ON public.receipts FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every refund" ON public.refunds FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every stop" ON public.booking_stops FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every trail" ON public.tracking_points FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every transaction" ON public.ledger_transactions FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every use" ON public.promo_uses FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read every wave" ON public.dispatch_waves FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read notifications" ON public.notifications FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read promotions" ON public.promos FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read the log" ON public.audit_log FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read the positions of drivers on duty" ON public.driver_positions FOR SELECT TO authenticated USING ((( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)) AND (EXISTS ( SELECT 1
   FROM public.drivers d
  WHERE ((d.id = driver_positions.driver_id) AND d.driver_active_status)))));

CREATE POLICY "admins read what roles may do" ON public.staff_permissions FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins read who read what" ON public.access_log FOR SELECT TO authenticated USING (( SELECT ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text)));

CREATE POLICY "admins who pay out read every withdrawal" ON public.withdraw_requests FOR SELECT TO authenticated USING (( SELECT (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text) AND s.allow_critical_edits_admin AND app.holds('payouts'::text))
   FROM public.settings s
  WHERE (s.id = 1)));

CREATE POLICY "admins with reports read every day" ON public.earnings_days FOR SELECT TO authenticated USING (( SELECT (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text) AND app.holds('reports'::text))));

CREATE POLICY "admins with reports read every month" ON public.earnings_months FOR SELECT TO authenticated USING (( SELECT (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'admin'::text) AND app.holds('reports'::text))));

ALTER TABLE public.approvals ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_log ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.bank_details ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.booking_contacts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.booking_events ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.booking_extras ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.booking_finances ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.booking_offers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.booking_revisions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.booking_stops ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.booking_transitions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.bookings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.cancel_reasons ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.car_types ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.chat_messages ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.dispatch_waves ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.driver_documents ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.driver_positions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.drivers ENABLE ROW LEVEL SECURITY;

CREATE POLICY "drivers and fleets read the events of their own assignment" ON public.booking_events FOR SELECT TO authenticated USING ((EXISTS ( SELECT 1
   FROM public.bookings b
  WHERE ((b.id = booking_events.booking_id) AND ((booking_events.actor_role <> 'driver'::text) OR (booking_events.actor_id = b.driver_id))))));

CREATE POLICY "drivers read the bookings they carry" ON public.bookings FOR SELECT TO authenticated USING ((driver_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "drivers read the contacts of what they carry for a while" ON public.booking_contacts FOR SELECT TO authenticated USING ((EXISTS ( SELECT 1
   FROM public.bookings b
  WHERE ((b.id = booking_contacts.booking_id) AND (b.driver_id = ( SELECT auth.uid() AS uid)) AND ((b.status)::text <> 'CANCELLED'::text) AND ((b.paid_at IS NULL) OR (b.paid_at > (app.now() - '00:30:00'::interval)))))));

CREATE POLICY "drivers read their chats" ON public.chat_messages FOR SELECT TO authenticated USING ((driver_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "drivers read their own days" ON public.earnings_days FOR SELECT TO authenticated USING ((driver_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "drivers read their own documents" ON public.driver_documents FOR SELECT TO authenticated USING ((driver_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "drivers read their own months" ON public.earnings_months FOR SELECT TO authenticated USING ((driver_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "drivers read their own offers while they can answer" ON public.booking_offers FOR SELECT TO authenticated USING (((driver_id = ( SELECT auth.uid() AS uid)) AND ((status)::text = 'open'::text) AND (expires_at > ( SELECT app.now() AS now))));

CREATE POLICY "drivers read their own position" ON public.driver_positions FOR SELECT TO authenticated USING ((driver_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "drivers read their own row" ON public.drivers FOR SELECT TO authenticated USING ((id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "drivers read their own trails" ON public.tracking_points FOR SELECT TO authenticated USING ((driver_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "drivers read what they earn" ON public.booking_finances FOR SELECT TO authenticated USING ((driver_id = ( SELECT auth.uid() AS uid)));

ALTER TABLE public.earnings_days ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.earnings_months ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.fare_quotes ENABLE ROW LEVEL SECURITY;

CREATE POLICY "fleet admins read the contacts of active bookings" ON public.booking_contacts FOR SELECT TO authenticated USING ((((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'fleetadmin'::text) AND ( SELECT s.allow_critical_edits_admin
   FROM public.settings s
  WHERE (s.id = 1)) AND (EXISTS ( SELECT 1
   FROM public.bookings b
  WHERE ((b.id = booking_contacts.booking_id) AND (b.fleet_id = ( SELECT auth.uid() AS uid)) AND ((b.status)::text <> ALL (ARRAY['PAID'::text, 'COMPLETE'::text, 'CANCELLED'::text])))))));

CREATE POLICY "fleet admins read the positions of their drivers on duty" ON public.driver_positions FOR SELECT TO authenticated USING ((((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'fleetadmin'::text) AND (EXISTS ( SELECT 1
   FROM public.drivers d
  WHERE ((d.id = driver_positions.driver_id) AND d.driver_active_status AND (d.fleet_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "fleet admins read the trails of their drivers" ON public.tracking_points FOR SELECT TO authenticated USING ((((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'fleetadmin'::text) AND (EXISTS ( SELECT 1
   FROM public.bookings b
  WHERE ((b.id = tracking_points.booking_id) AND (b.driver_id = tracking_points.driver_id) AND (b.fleet_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "fleet admins read their drivers" ON public.drivers FOR SELECT TO authenticated USING ((((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'fleetadmin'::text) AND (fleet_id = ( SELECT auth.uid() AS uid))));

CREATE POLICY "fleet admins read their drivers' documents" ON public.driver_documents FOR SELECT TO authenticated USING ((((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'fleetadmin'::text) AND (EXISTS ( SELECT 1
   FROM public.drivers d
  WHERE ((d.id = driver_documents.driver_id) AND (d.fleet_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "fleet admins read their drivers' profiles" ON public.profiles FOR SELECT TO authenticated USING ((((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'fleetadmin'::text) AND ( SELECT s.allow_critical_edits_admin
   FROM public.settings s
  WHERE (s.id = 1)) AND (EXISTS ( SELECT 1
   FROM public.drivers d
  WHERE ((d.id = profiles.id) AND (d.fleet_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "fleet admins read their fleet's bookings" ON public.bookings FOR SELECT TO authenticated USING (((fleet_id = ( SELECT auth.uid() AS uid)) AND ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'fleetadmin'::text)));

CREATE POLICY "fleet admins read their fleet's days" ON public.earnings_days FOR SELECT TO authenticated USING (((fleet_id = ( SELECT auth.uid() AS uid)) AND ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'fleetadmin'::text)));

CREATE POLICY "fleet admins read their fleet's months" ON public.earnings_months FOR SELECT TO authenticated USING (((fleet_id = ( SELECT auth.uid() AS uid)) AND ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'fleetadmin'::text)));

CREATE POLICY "fleet admins read their fleet's receipts" ON public.receipts FOR SELECT TO authenticated USING (((fleet_id = ( SELECT auth.uid() AS uid)) AND ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'fleetadmin'::text)));

CREATE POLICY "fleet admins read what their drivers earn" ON public.booking_finances FOR SELECT TO authenticated USING (((fleet_id = ( SELECT auth.uid() AS uid)) AND ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'fleetadmin'::text)));

ALTER TABLE public.languages ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ledger_accounts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ledger_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ledger_transactions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.no_show_fees ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.notices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.notifications ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.payment_events ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.payments ENABLE ROW LEVEL SECURITY;

CREATE POLICY "people delete their own addresses" ON public.saved_addresses FOR DELETE TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (NOT ( SELECT app.is_suspended() AS is_suspended))));

CREATE POLICY "people read cancel reasons" ON public.cancel_reasons FOR SELECT TO authenticated USING (true);

CREATE POLICY "people read car types" ON public.car_types FOR SELECT TO authenticated USING (true);

CREATE POLICY "people read the changes of bookings they see" ON public.booking_revisions FOR SELECT TO authenticated USING ((EXISTS ( SELECT 1
   FROM public.bookings b
  WHERE (b.id = booking_revisions.booking_id))));

CREATE POLICY "people read the comments they wrote" ON public.rating_comments FOR SELECT TO authenticated USING ((from_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "people read the extras of bookings they see" ON public.booking_extras FOR SELECT TO authenticated USING ((EXISTS ( SELECT 1
   FROM public.bookings b
  WHERE (b.id = booking_extras.booking_id))));

CREATE POLICY "people read the languages" ON public.languages FOR SELECT TO authenticated USING (true);

CREATE POLICY "people read the proposals of bookings they see" ON public.route_proposals FOR SELECT TO authenticated USING ((EXISTS ( SELECT 1
   FROM public.bookings b
  WHERE (b.id = route_proposals.booking_id))));

CREATE POLICY "people read the ratings they gave" ON public.ratings FOR SELECT TO authenticated USING ((from_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "people read the ratings they received once they may know" ON public.ratings FOR SELECT TO authenticated USING (((to_id = ( SELECT auth.uid() AS uid)) AND (shown_from <= ( SELECT app.now() AS now))));

CREATE POLICY "people read the settings" ON public.settings FOR SELECT TO authenticated USING (true);

CREATE POLICY "people read the stops of bookings they see" ON public.booking_stops FOR SELECT TO authenticated USING ((EXISTS ( SELECT 1
   FROM public.bookings b
  WHERE (b.id = booking_stops.booking_id))));

CREATE POLICY "people read the transactions of their own wallet" ON public.ledger_transactions FOR SELECT TO authenticated USING ((EXISTS ( SELECT 1
   FROM public.ledger_entries e
  WHERE (e.transaction_id = ledger_transactions.id))));

CREATE POLICY "people read the transitions" ON public.booking_transitions FOR SELECT TO authenticated USING (true);

CREATE POLICY "people read their own addresses" ON public.saved_addresses FOR SELECT TO authenticated USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "people read their own bank details" ON public.bank_details FOR SELECT TO authenticated USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "people read their own devices" ON public.push_tokens FOR SELECT TO authenticated USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "people read their own notices" ON public.notices FOR SELECT TO authenticated USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "people read their own profile" ON public.profiles FOR SELECT TO authenticated USING ((id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "people read their own wallet's account" ON public.ledger_accounts FOR SELECT TO authenticated USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "people read their own wallet's entries" ON public.ledger_entries FOR SELECT TO authenticated USING ((account_id = ANY (ARRAY( SELECT a.id
   FROM public.ledger_accounts a
  WHERE (a.user_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "people read their own withdrawals" ON public.withdraw_requests FOR SELECT TO authenticated USING ((user_id = ( SELECT auth.uid() AS uid)));

ALTER TABLE public.profiles ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.promo_uses ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.promos ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.push_tokens ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.rating_comments ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ratings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.receipts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.refunds ENABLE ROW LEVEL SECURITY;

CREATE POLICY "riders read the contacts of their bookings for a while" ON public.booking_contacts FOR SELECT TO authenticated USING ((EXISTS ( SELECT 1
   FROM public.bookings b
  WHERE ((b.id = booking_contacts.booking_id) AND (b.customer_id = ( SELECT auth.uid() AS uid)) AND ((b.status)::text <> 'CANCELLED'::text) AND ((b.paid_at IS NULL) OR (b.paid_at > (app.now() - '00:30:00'::interval)))))));

CREATE POLICY "riders read the events of their bookings" ON public.booking_events FOR SELECT TO authenticated USING ((EXISTS ( SELECT 1
   FROM public.bookings b
  WHERE ((b.id = booking_events.booking_id) AND (b.customer_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "riders read the position of the driver who is coming" ON public.driver_positions FOR SELECT TO authenticated USING ((EXISTS ( SELECT 1
   FROM public.bookings b
  WHERE ((b.driver_id = driver_positions.driver_id) AND (b.customer_id = ( SELECT auth.uid() AS uid)) AND (b.engaged_at IS NOT NULL) AND ((b.status)::text = ANY (ARRAY['ACCEPTED'::text, 'ARRIVED'::text, 'STARTED'::text]))))));

CREATE POLICY "riders read the promotions that are listed" ON public.promos FOR SELECT TO authenticated USING ((listed AND ((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = 'rider'::text)));

CREATE POLICY "riders read the trails of their bookings" ON public.tracking_points FOR SELECT TO authenticated USING ((EXISTS ( SELECT 1
   FROM public.bookings b
  WHERE ((b.id = tracking_points.booking_id) AND (b.customer_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "riders read their chats" ON public.chat_messages FOR SELECT TO authenticated USING ((customer_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "riders read their own bookings" ON public.bookings FOR SELECT TO authenticated USING ((customer_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "riders read their own no-show fees" ON public.no_show_fees FOR SELECT TO authenticated USING ((customer_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "riders read their own payments" ON public.payments FOR SELECT TO authenticated USING ((customer_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "riders read their own quotes" ON public.fare_quotes FOR SELECT TO authenticated USING ((customer_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "riders read their own receipts" ON public.receipts FOR SELECT TO authenticated USING ((customer_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "riders read their own refunds" ON public.refunds FOR SELECT TO authenticated USING ((customer_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "riders read their own uses" ON public.promo_uses FOR SELECT TO authenticated USING ((user_id = ( SELECT auth.uid() AS uid)));

ALTER TABLE public.route_proposals ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.saved_addresses ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.settings ENABLE ROW LEVEL SECURITY;

CREATE POLICY "staff read tariff windows" ON public.tariff_windows FOR SELECT TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = ANY (ARRAY['admin'::text, 'fleetadmin'::text])));

CREATE POLICY "staff read zones" ON public.zones FOR SELECT TO authenticated USING (((( SELECT auth.jwt() AS jwt) ->> 'user_role'::text) = ANY (ARRAY['admin'::text, 'fleetadmin'::text])));

ALTER TABLE public.staff_permissions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tariff_windows ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tracking_points ENABLE ROW LEVEL SECURITY;

CREATE POLICY "visitors read cancel reasons" ON public.cancel_reasons FOR SELECT TO anon USING (true);

CREATE POLICY "visitors read car types" ON public.car_types FOR SELECT TO anon USING (true);

CREATE POLICY "visitors read the languages" ON public.languages FOR SELECT TO anon USING (true);

CREATE POLICY "visitors read the settings" ON public.settings FOR SELECT TO anon USING (true);

CREATE POLICY "with a read limit staff reads what lists showed them" ON public.booking_contacts AS RESTRICTIVE FOR SELECT TO authenticated USING ((( SELECT app.reads_freely() AS reads_freely) OR (booking_id IN ( SELECT app.rows_shown() AS rows_shown))));

CREATE POLICY "with a read limit staff reads what lists showed them" ON public.booking_events AS RESTRICTIVE FOR SELECT TO authenticated USING ((( SELECT app.reads_freely() AS reads_freely) OR (booking_id IN ( SELECT app.rows_shown() AS rows_shown))));

CREATE POLICY "with a read limit staff reads what lists showed them" ON public.booking_offers AS RESTRICTIVE FOR SELECT TO authenticated USING ((( SELECT app.reads_freely() AS reads_freely) OR (booking_id IN ( SELECT app.rows_shown() AS rows_shown))));

CREATE POLICY "with a read limit staff reads what lists showed them" ON public.booking_revisions AS RESTRICTIVE FOR SELECT TO authenticated USING ((( SELECT app.reads_freely() AS reads_freely) OR (booking_id IN ( SELECT app.rows_shown() AS rows_shown))));

CREATE POLICY "with a read limit staff reads what lists showed them" ON public.booking_stops AS RESTRICTIVE FOR SELECT TO authenticated USING ((( SELECT app.reads_freely() AS reads_freely) OR (booking_id IN ( SELECT app.rows_shown() AS rows_shown))));

CREATE POLICY "with a read limit staff reads what lists showed them" ON public.bookings AS RESTRICTIVE FOR SELECT TO authenticated USING ((( SELECT app.reads_freely() AS reads_freely) OR (id IN ( SELECT app.rows_shown() AS rows_shown))));

CREATE POLICY "with a read limit staff reads what lists showed them" ON public.fare_quotes AS RESTRICTIVE FOR SELECT TO authenticated USING ((( SELECT app.reads_freely() AS reads_freely) OR (customer_id IN ( SELECT app.rows_shown() AS rows_shown))));

CREATE POLICY "with a read limit staff reads what lists showed them" ON public.payment_events AS RESTRICTIVE FOR SELECT TO authenticated USING ((( SELECT app.reads_freely() AS reads_freely) OR (payment_id IN ( SELECT app.rows_shown() AS rows_shown))));

CREATE POLICY "with a read limit staff reads what lists showed them" ON public.profiles AS RESTRICTIVE FOR SELECT TO authenticated USING ((( SELECT app.reads_freely() AS reads_freely) OR (id IN ( SELECT app.rows_shown() AS rows_shown)) OR (id = ( SELECT auth.uid() AS uid))));

CREATE POLICY "with a read limit staff reads what lists showed them" ON public.receipts AS RESTRICTIVE FOR SELECT TO authenticated USING ((( SELECT app.reads_freely() AS reads_freely) OR (booking_id IN ( SELECT app.rows_shown() AS rows_shown))));

CREATE POLICY "with a read limit staff reads what lists showed them" ON public.route_proposals AS RESTRICTIVE FOR SELECT TO authenticated USING ((( SELECT app.reads_freely() AS reads_freely) OR (booking_id IN ( SELECT app.rows_shown() AS rows_shown))));

CREATE POLICY "with a read limit staff reads what lists showed them" ON public.tracking_points AS RESTRICTIVE FOR SELECT TO authenticated USING ((( SELECT app.reads_freely() AS reads_freely) OR (booking_id IN ( SELECT app.rows_shown() AS rows_shown))));

CREATE POLICY "with a read limit staff reads what lists showed them" ON public.withdraw_requests AS RESTRICTIVE FOR SELECT TO authenticated USING ((( SELECT app.reads_freely() AS reads_freely) OR (user_id IN ( SELECT app.rows_shown() AS rows_shown)) OR (user_id = ( SELECT auth.uid() AS uid))));

ALTER TABLE public.withdraw_requests ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.zones ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA app TO anon;
GRANT USAGE ON SCHEMA app TO authenticated;
GRANT USAGE ON SCHEMA app TO service_role;
GRANT USAGE ON SCHEMA app TO supabase_auth_admin;

GRANT USAGE ON SCHEMA public TO postgres;
GRANT USAGE ON SCHEMA public TO anon;
GRANT USAGE ON SCHEMA public TO authenticated;
GRANT USAGE ON SCHEMA public TO service_role;

REVOKE ALL ON FUNCTION app.is_place(lat double precision, lng double precision) FROM PUBLIC;
GRANT ALL ON FUNCTION app.is_place(lat double precision, lng double precision) TO service_role;

REVOKE ALL ON FUNCTION app.now() FROM PUBLIC;
GRANT ALL ON FUNCTION app.now() TO anon;
GRANT ALL ON FUNCTION app.now() TO authenticated;
GRANT ALL ON FUNCTION app.now() TO service_role;

REVOKE ALL ON FUNCTION app.uuid_v7() FROM PUBLIC;
GRANT ALL ON FUNCTION app.uuid_v7() TO authenticated;
GRANT ALL ON FUNCTION app.uuid_v7() TO service_role;

GRANT ALL ON TABLE public.bookings TO service_role;
GRANT SELECT ON TABLE public.bookings TO authenticated;

REVOKE ALL ON FUNCTION app.accepted_fare(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.access_token_hook(event jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION app.access_token_hook(event jsonb) TO supabase_auth_admin;

REVOKE ALL ON FUNCTION app.act(role text, actor uuid, lat double precision, lng double precision, note text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.act_as_driver(driver_id uuid, note text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.actor() FROM PUBLIC;

GRANT SELECT,REFERENCES,TRIGGER ON TABLE public.earnings_months TO service_role;
GRANT SELECT ON TABLE public.earnings_months TO authenticated;

REVOKE ALL ON FUNCTION app.add_earnings(booking_id uuid, at timestamp with time zone, e public.earnings_months) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.add_event(booking_id uuid, from_status public.booking_status, to_status public.booking_status, note text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.add_rating(booking_id uuid, from_id uuid, to_id uuid, stars integer, comment text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.add_tries_slot() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.added_lines(rule jsonb, inputs jsonb, way numeric, places integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.affords(driver_id uuid, booking_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.after_sql(by text, id text, forth boolean, is_time boolean, value text, last text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.allot_code_tries(was public.bookings, booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.amount_in(value jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.anchor(lat double precision, lng double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.announce(user_id uuid, key text, params jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.announce_to(user_id uuid, email text, phone text, key text, params jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.area_metres() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.area_of(lat double precision, lng double precision, OUT area_lat double precision, OUT area_lng double precision) FROM PUBLIC;

GRANT ALL ON TABLE public.settings TO service_role;
GRANT SELECT ON TABLE public.settings TO anon;
GRANT SELECT,UPDATE ON TABLE public.settings TO authenticated;

REVOKE ALL ON FUNCTION app.ask_wave(booking public.bookings, queue app.dispatch_queue, settings public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.asks_for_code(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.assign(booking_id uuid, driver_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.attention() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.audit(action text, target text, target_id text, before jsonb, after jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.bank_details_of(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.bar_to_assign(booking public.bookings, driver_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.bars_bonus(booking public.bookings, driver_id uuid) FROM PUBLIC;

GRANT ALL ON TABLE public.profiles TO service_role;
GRANT SELECT ON TABLE public.profiles TO authenticated;

REVOKE ALL ON FUNCTION app.become_driver(me public.profiles, facts jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.beeline_m(booking public.bookings, lat double precision, lng double precision, until text) FROM PUBLIC;

GRANT ALL ON TABLE public.tariff_windows TO service_role;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tariff_windows TO authenticated;

REVOKE ALL ON FUNCTION app.begins_on(w public.tariff_windows, day date) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.beside_m(polyline text, lat double precision, lng double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.bonus_spent(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.booking_created(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.booking_moved(was public.bookings, booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.booking_of_mine(booking_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.booking_refusal(customer public.profiles) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.box_around(middle point, lat double precision, radius_m double precision, trail_m double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.broadcast_booking(was public.bookings, booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.caller() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.caller_facts(person public.profiles, OUT trips jsonb, OUT places jsonb, OUT open_trips jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.can_cancel(booking public.bookings, by_role text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.can_message_driver(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.can_share(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.cancel_undriven(booking_id uuid, reason text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.cancel_unpaid() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.cancellation_fee(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.carries_booking(id text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.carries_booking(id text) TO authenticated;

REVOKE ALL ON FUNCTION app.cash_part(booking public.bookings, open numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.cash_rounding(amount numeric, unit numeric) FROM PUBLIC;
GRANT ALL ON FUNCTION app.cash_rounding(amount numeric, unit numeric) TO service_role;

REVOKE ALL ON FUNCTION app.cash_to_collect(booking_id uuid, open numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.cell_of(lat double precision, lng double precision, cell_m integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.changes(old_row jsonb, new_row jsonb, OUT before jsonb, OUT after jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_area(south double precision, west double precision, north double precision, east double precision, hours integer, cell_m integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_cancel(booking public.bookings, by_role text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_code(booking_id uuid, otp text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_customer(customer public.profiles, later boolean, by_admin boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_details(category text, details jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_documents() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_driver(booking public.bookings, driver_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_image(booking public.bookings, kind text, path text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_label(label text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_newcomer(facts jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_offer(booking public.bookings, driver_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_one_person(me public.profiles, kind text, target_id uuid, user_id uuid, amount numeric) FROM PUBLIC;

GRANT ALL ON TABLE public.fare_quotes TO service_role;
GRANT SELECT ON TABLE public.fare_quotes TO authenticated;

REVOKE ALL ON FUNCTION app.check_order(quote public.fare_quotes, payment_mode text, trip_at timestamp with time zone, by_admin boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_payout_wait(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_permission(me public.profiles, permission text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_person_facts(facts jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_person_patch(person public.profiles, me public.profiles, patch jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_planned(facts jsonb, me public.profiles) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_planned_keys(facts jsonb, me public.profiles) FROM PUBLIC;

GRANT ALL ON TABLE public.promos TO service_role;
GRANT SELECT,DELETE ON TABLE public.promos TO authenticated;

GRANT INSERT(id) ON TABLE public.promos TO authenticated;

GRANT INSERT(promo_name),UPDATE(promo_name) ON TABLE public.promos TO authenticated;

GRANT INSERT(promo_description),UPDATE(promo_description) ON TABLE public.promos TO authenticated;

GRANT INSERT(promo_discount_type),UPDATE(promo_discount_type) ON TABLE public.promos TO authenticated;

GRANT INSERT(promo_discount_value),UPDATE(promo_discount_value) ON TABLE public.promos TO authenticated;

GRANT INSERT(max_promo_discount_value),UPDATE(max_promo_discount_value) ON TABLE public.promos TO authenticated;

GRANT INSERT(min_order),UPDATE(min_order) ON TABLE public.promos TO authenticated;

GRANT INSERT(promo_validity),UPDATE(promo_validity) ON TABLE public.promos TO authenticated;

GRANT INSERT(promo_usage_limit),UPDATE(promo_usage_limit) ON TABLE public.promos TO authenticated;

GRANT INSERT(listed),UPDATE(listed) ON TABLE public.promos TO authenticated;

GRANT UPDATE(version) ON TABLE public.promos TO authenticated;

REVOKE ALL ON FUNCTION app.check_promo(promo public.promos, rider_id uuid, trip_cost numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_provider(provider text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_price_list(list jsonb, keys text[], entries integer, most numeric, description_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.is_price_list(list jsonb, keys text[], entries integer, most numeric, description_limit integer) TO authenticated;
GRANT ALL ON FUNCTION app.is_price_list(list jsonb, keys text[], entries integer, most numeric, description_limit integer) TO service_role;

GRANT ALL ON TABLE public.car_types TO service_role;
GRANT SELECT ON TABLE public.car_types TO anon;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.car_types TO authenticated;

REVOKE ALL ON FUNCTION app.check_quote(quote jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_route(booking public.bookings, quote public.fare_quotes) FROM PUBLIC;

GRANT SELECT,REFERENCES,TRIGGER ON TABLE public.approvals TO service_role;
GRANT SELECT ON TABLE public.approvals TO authenticated;

REVOKE ALL ON FUNCTION app.check_second(me public.profiles, approval public.approvals) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_sign_up(facts jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_version(patch jsonb, table_name text, row_id text, version integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.checked_rates(lines jsonb, places integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.chosen(choices jsonb, place jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.clean_outbox() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.close_month() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.collect_debts() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.collect_debts_of(customer_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.compensate_route(booking public.bookings, client_key uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.complete_paid() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.compute_fare(rule jsonb, inputs jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.contact_hashes(email text, phone text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.containing(search text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.copy_driver_contact(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.correct_earnings(booking_id uuid, driver_share numeric, convenience_fees numeric, cancellation_fee numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.count_extras(booking public.bookings, rule jsonb, inputs jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.count_files() FROM PUBLIC;
GRANT ALL ON FUNCTION app.count_files() TO authenticated;

REVOKE ALL ON FUNCTION app.count_logos() FROM PUBLIC;
GRANT ALL ON FUNCTION app.count_logos() TO authenticated;

GRANT ALL ON TABLE public.ratings TO service_role;
GRANT SELECT ON TABLE public.ratings TO authenticated;

REVOKE ALL ON FUNCTION app.count_rating(given public.ratings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.covers(w public.tariff_windows, local timestamp without time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.create_driver(user_id uuid, fleet_id uuid, said jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.create_profile(account auth.users) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.credit_booking(booking public.bookings, from_wallet numeric, from_card numeric, gateway text) FROM PUBLIC;

GRANT SELECT,REFERENCES,TRIGGER ON TABLE public.receipts TO service_role;
GRANT SELECT ON TABLE public.receipts TO authenticated;

REVOKE ALL ON FUNCTION app.credit_note_content(booking public.bookings, receipt public.receipts, transaction_id bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.day_of(at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.delete_profile(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.demand_cells(south double precision, west double precision, north double precision, east double precision, hours integer, cell_m integer, viewer text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.desk_offer_open(booking_id uuid, driver_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.dispatch_booking(booking_id uuid) FROM PUBLIC;

REVOKE ALL ON PROCEDURE app.dispatch_loop() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.dispatch_tick() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.disputed_fees(customer_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.distance_m(lat1 double precision, lng1 double precision, lat2 double precision, lng2 double precision) FROM PUBLIC;

GRANT ALL ON TABLE public.drivers TO service_role;
GRANT SELECT ON TABLE public.drivers TO authenticated;

REVOKE ALL ON FUNCTION app.driver_row(me public.profiles) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.drivers_named(search text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.drivers_near(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.drop_promo(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.due_at_pickup(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.due_from(book_later boolean, trip_at timestamp with time zone, created_at timestamp with time zone, accepted_at timestamp with time zone, distance_km numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.due_referrer(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.earlier_trips(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.email_of(said text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.empty_account(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.end_booking(booking public.bookings, by_role text, reason text, fee numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.end_proposal(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.end_sessions(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.end_trip(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.end_work(driver_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.ended_at_drop(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.engage_due() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.entry(account text, amount numeric) FROM PUBLIC;

GRANT SELECT,INSERT,REFERENCES,TRIGGER ON TABLE public.booking_events TO service_role;
GRANT SELECT ON TABLE public.booking_events TO authenticated;

REVOKE ALL ON FUNCTION app.event_hash(e public.booking_events) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.expect_anywhere(driver_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.extra_amount(amount numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.fare_as_seen(fare jsonb, inputs jsonb, in_full boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.fare_line(key text, amount numeric, quantity numeric, unit text, rate numeric, name text, percent numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.fare_rule(car_type_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.fastest_mps() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.file_version(path text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.fill_profile(user_id uuid, said jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.final_fare(booking public.bookings) FROM PUBLIC;

GRANT ALL ON TABLE public.booking_finances TO service_role;
GRANT SELECT ON TABLE public.booking_finances TO authenticated;

REVOKE ALL ON FUNCTION app.final_inputs(booking public.bookings, money public.booking_finances) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.first_pass_m(polyline text, lat double precision, lng double precision, least_m double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.flat_line(polyline text, lat double precision, lng double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.flat_m(lat1 double precision, lng1 double precision, lat2 double precision, lng2 double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.flat_point(lat double precision, lng double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.fold_fee(lines jsonb, fee numeric, fee_type text, places integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.follows(jump app.position_jumps, lat double precision, lng double precision, at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.follows_position(topic text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.follows_position(topic text) TO authenticated;

REVOKE ALL ON FUNCTION app.forget_off_way(booking_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.forget_person(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.free_until(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.give_back(booking public.bookings, reason text, by_desk boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.has_cancelled_often(customer_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.has_expired_document(driver_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.has_left(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.has_open_offer(booking_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.has_open_withdrawal(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.has_session() FROM PUBLIC;
GRANT ALL ON FUNCTION app.has_session() TO authenticated;

REVOKE ALL ON FUNCTION app.has_trip(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.holds(permission text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.holds(permission text) TO authenticated;

REVOKE ALL ON FUNCTION app.housekeeping() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.ingest_positions(driver_ids uuid[], lats double precision[], lngs double precision[], headings double precision[], ats timestamp with time zone[], accuracies double precision[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.insert_booking(quote public.fare_quotes, customer public.profiles, me public.profiles, payment_mode text, trip_at timestamp with time zone, details jsonb, client_key uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_at(driver_id uuid, lat double precision, lng double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_being_asked(booking public.bookings, driver_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_blank(value text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_busy(driver_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_chat_open(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_code_locked(booking_id uuid, driver_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_contact_taken(email text, mobile text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_delivery_phone(phone text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_demo() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_document(path text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.is_document(path text) TO authenticated;

REVOKE ALL ON FUNCTION app.is_first_report(jump app.position_jumps) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_late(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_made_by_server(set_by_server jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_name(value text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_now(usertype text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.is_now(usertype text) TO authenticated;

REVOKE ALL ON FUNCTION app.is_off(off_m double precision, accuracy double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_person() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_referral_trip(booking public.bookings, referrer_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_route_place(place jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_served(lat double precision, lng double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_share_over(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_shared(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_silent_number(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_suspended() FROM PUBLIC;
GRANT ALL ON FUNCTION app.is_suspended() TO authenticated;

REVOKE ALL ON FUNCTION app.is_whole_ride(booking public.bookings, distance_km numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.issue_if_due(booking_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.issue_receipt(due app.receipts_due) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.issue_receipts() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.judge_drivers(booking public.bookings, wanted integer) FROM PUBLIC;

GRANT SELECT,REFERENCES,TRIGGER ON TABLE public.payment_events TO service_role;
GRANT SELECT ON TABLE public.payment_events TO authenticated;

GRANT SELECT,REFERENCES,TRIGGER ON TABLE public.payments TO service_role;
GRANT SELECT ON TABLE public.payments TO authenticated;

REVOKE ALL ON FUNCTION app.judge_event(event public.payment_events, payment public.payments, status public.booking_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.judge_way(booking public.bookings, distance_km numeric, silent_km numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.keep_contacts(user_id uuid, email text, phone text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.keeps_promo(booking public.bookings, trip_cost numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.lapse_offers(booking_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.last_balance(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.lateness() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.ledger_account(name text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.ledger_balance(account text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.ledger_has_entries() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.lock_approval(id uuid, me public.profiles) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.lock_booking(booking_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.lock_carried(booking_id uuid, finishing boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.lock_parties(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.lock_person(user_id uuid, me public.profiles) FROM PUBLIC;

GRANT SELECT,REFERENCES,TRIGGER ON TABLE public.route_proposals TO service_role;
GRANT SELECT ON TABLE public.route_proposals TO authenticated;

REVOKE ALL ON FUNCTION app.lock_proposal(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.lock_quote(quote_id uuid, me public.profiles) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.lock_wallets(VARIADIC user_ids uuid[]) FROM PUBLIC;

GRANT SELECT,REFERENCES,TRIGGER ON TABLE public.withdraw_requests TO service_role;
GRANT SELECT ON TABLE public.withdraw_requests TO authenticated;

REVOKE ALL ON FUNCTION app.lock_withdrawal(id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.log_access(what text, subject_id uuid, row_count bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.log_list(what text, subject_id uuid, row_count bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.lowest_slab(slab jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.make_offers(booking public.bookings, driver_ids uuid[], wave integer, seconds integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.map_fleet() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.map_state(booking_id uuid, updated_at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.mark_trail(booking public.bookings, status text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.masked(value jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.masked_email(email text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.masked_number(number text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.may_take_bonus(customer_id uuid, driver_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.may_withdraw(person public.profiles) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.me() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.me_as_driver() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.meter_trip(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.metres_apart(a point, b point, lat double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.minutes_delayed(booking public.bookings, lead_minutes integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.mobile_of(said text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.month_start() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.move_booking(booking_id uuid, to_status public.booking_status, patch jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.move_no_show_fee(booking public.bookings, amount numeric, back boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.named_driver(line jsonb, outcome text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.names_of(said jsonb, OUT first_name text, OUT last_name text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.nearest_drivers(car_type uuid, lat double precision, lng double precision, radius_m double precision, k integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.needs_agreement(booking public.bookings, quote public.fare_quotes, me public.profiles) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.newcomer() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.no_earnings(booking public.bookings, at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.normalised_mailbox(email text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.note_dispatch(booking_id uuid, note text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.note_on_driver(booking public.bookings, driver_id uuid, is_on_duty boolean, seen_at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.note_payout_change(user_id uuid, what text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.notice_params(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.notice_screen(key text, booking_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.notify(user_id uuid, key text, params jsonb, booking_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.notify_cancelled(was public.bookings, booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.notify_created(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.notify_move(was public.bookings, booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.number_core(number text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.number_core(number text) TO service_role;

REVOKE ALL ON FUNCTION app.number_of(value jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.number_or_null(value jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.on_line(polyline text, lat double precision, lng double precision, driven_m double precision, least_m double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.on_way(booking public.bookings, lat double precision, lng double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.one_person_total(kind text, admin_id uuid, user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.open_amount(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.open_trips(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.options_of(booking public.bookings, me public.profiles, by_role text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.order_sql(by text, id text, forth boolean, is_time boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.other_selves(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.outbox_format() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.override_note(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.own_sign_up(sign_up_id uuid, user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.paid_before(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.papers_of(driver_id uuid, OUT papers text, OUT until date) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.park_silent_drivers() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.passed_over(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.pay_referral(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.pay_share(debt app.fee_debts, paid numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.payout_waits_until(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.people_called(typed text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.permission_for(kind text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.person_invalid(said text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.person_row(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.pickup_median() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.pickup_secs(distance_km double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.place_of(choices jsonb, chosen jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.place_stops(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.places_ahead(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.plain(value text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.plain_lines(value text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.plain_name(value text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.plane_of(car_type uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.platform_months() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.point_of(place jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.post_ledger(kind text, idempotency_key text, booking_id uuid, entries jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.price_route(car public.car_types, quote jsonb, at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.progress(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.promised_arrival(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.promo_amount(facts jsonb, trip_cost numeric, places integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.promo_discount(booking_id uuid, trip_cost numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.promo_facts(promo public.promos) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.propose_route(booking public.bookings, quote public.fare_quotes, client_key uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.purge() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.purge_cron_log() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.push_channel() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.put_route(booking public.bookings, quote public.fare_quotes) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.queue_file_removals(bucket text, paths text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.queue_orphaned_files() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.queue_push(user_id uuid, channel text, message jsonb, expires_at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.queue_receipt(booking_id uuid, transaction_id bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.queue_search(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.quote_holds(quote public.fare_quotes, trip_at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.quoted_mps(distance_km numeric, secs integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.radius_m() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.random_digits(length integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.random_letters(length integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.read_area(geojson jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.read_points(points jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.reads_freely() FROM PUBLIC;
GRANT ALL ON FUNCTION app.reads_freely() TO authenticated;

REVOKE ALL ON FUNCTION app.real_balance(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.reason_against(booking public.bookings, driver_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.receipt_content(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.receipt_head(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON PROCEDURE app.receipt_loop() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.receipt_payments(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.reclaim_share(booking public.bookings, amount numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.record_wave(booking public.bookings, wave integer, mode text, radius_km numeric, candidates jsonb, exclusions jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refresh_driver(driver_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refresh_drivers(was public.bookings, booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refund_answer(booking_id uuid, transaction_id bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refundable(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refusal_of(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refuse_amount() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refuse_balance(amount numeric, balance numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refuse_closed() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refuse_name() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refuse_nobody() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refuse_own(me public.profiles, user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refuse_sort(said text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refuse_status(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refuse_suspended(person public.profiles) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refuse_version(table_name text, row_id text, version integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.release_promo(booking_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.remind_due() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.renew_secrets() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.replace_route(booking public.bookings, quote public.fare_quotes, actor_id uuid, client_key uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.report_booking(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.report_lag(points jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.require_active(person public.profiles) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.require_contact(email text, mobile text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.require_country(mobile text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.require_edits() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.require_permission(permission text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.require_served(lat double precision, lng double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.require_staff(permission text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.require_true_admin(table_name text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.reserve_promo(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.reset_tries() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.return_late_payment(payment public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.return_to_cards(booking_id uuid, amount numeric, reason text, created_by uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.rides_with(person text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.rides_with(person text) TO authenticated;

REVOKE ALL ON FUNCTION app.role_holds(staff_role public.staff_role, permission text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.role_in(booking public.bookings, me public.profiles) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.rotate_position_topic(was public.bookings, booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.route_of(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.rows_approved(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.rows_shown() FROM PUBLIC;
GRANT ALL ON FUNCTION app.rows_shown() TO authenticated;

REVOKE ALL ON FUNCTION app.said_facts(said jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.said_name(said text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.sample_trail(booking public.bookings, most integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.save_address(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.save_settings(before public.settings, patch jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.search_again(booking_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.search_point(car_type uuid, lat double precision, lng double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.secret(name text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.sees_booking(id text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.sees_booking(id text) TO authenticated;

REVOKE ALL ON FUNCTION app.sends_position(topic text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.sends_position(topic text) TO authenticated;

REVOKE ALL ON FUNCTION app.settle_booking(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.settle_cancelled(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.settle_fare(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.settle_offers(booking_id uuid, driver_id uuid, engaged boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.settle_paid(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.settle_promo(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.share_fee(booking public.bookings, fee numeric, wallet numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.shared_times(booking public.bookings, progress public.trip_outlook, OUT pickup_eta timestamp with time zone, OUT drop_eta timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.show_ratings() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.show_rows(what text, subject_id uuid, ids uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.shown(person public.profiles) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.shown(request public.withdraw_requests) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.signs_upload() FROM PUBLIC;
GRANT ALL ON FUNCTION app.signs_upload() TO authenticated;

REVOKE ALL ON FUNCTION app.slab_fee(slab jsonb, minutes numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.spend_check(me public.profiles, email text, mobile text, is_taken boolean, purpose text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.spend_look() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.spend_try(booking_id uuid, driver_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.stop_wait_secs(booking public.bookings, free_minutes numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.store_fare(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.store_position(driver public.drivers, lat double precision, lng double precision, heading double precision, accuracy double precision, at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.sum_lines(lines jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.supply_cells(south double precision, west double precision, north double precision, east double precision, cell_m integer, fleet_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.take_booking(booking public.bookings, driver public.drivers) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.take_card_payment(payment public.payments, booking public.bookings, outcome text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.take_quote(quote_id uuid, me public.profiles) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tariff_rule(tariff jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tell(topic text, event text, id uuid, booking_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tell_driver(driver_id uuid, VARIADIC fleet_ids uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.text_code(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_access_log__grow() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_alarms__tell() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_append_only() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_approvals__broadcast() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_audit() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_audit_log__append_only() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_audit_log__broadcast() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_bank_details__announce() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_booking_offers__broadcast() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_booking_offers__notify() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_bookings__changed() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_bookings__guard() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_bookings__life() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_cancel_reasons__queue() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_cancel_reasons__renumber() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_catalogue__broadcast() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_chat_messages__broadcast() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_chat_messages__push() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_dispatch_waves__broadcast() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_driver_documents__broadcast() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_drivers__broadcast() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_drivers__check_fleet() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_drivers__refresh() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_drivers__version() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_languages__keep_default() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_languages__one_default() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_languages__start() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_languages__texts() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_ledger__append_only() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_ledger_entries__balance() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_ledger_entries__broadcast() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_ledger_entries__move_wallet() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_notices__broadcast() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_outbox__wake_sender() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_plain_texts() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_profiles__broadcast() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_profiles__check_wallet() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_profiles__end_sessions() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_profiles__end_work() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_profiles__plain_names() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_profiles__staff_role() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_profiles__suspend() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_promos__broadcast() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_promos__broadcast_staff() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_push_tokens__keep_device() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_require_edits() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_require_true_admin() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_saved_addresses__broadcast() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_saved_addresses__trim() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_settings__check() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_settings__lock_currency() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_settings__logo() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_settings__service_switch() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_tracking_points__broadcast() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_users__bound_metadata() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_users__contact_changed() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_users__create_profile() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_users__fill_profile() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_users__follow_contact() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_users__forget_strangers() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_users__keep_contacts() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_users__made_by_server() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_users__note_silence() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_version() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tg_withdraw_requests__broadcast() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.there_since(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.time_of(value jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.to_money(amount numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.today() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.told_fleet(booking public.bookings, reason text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.trail(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.trail_gaps(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.trail_kept() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.tries_made(slot integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.trip_at_limits(OUT earliest timestamp with time zone, OUT latest timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.trip_facts(booking public.bookings, times bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.unused_reference() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.unused_referral_id() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.usable_bonus(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.user_exists() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.uuid_of(said text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.visible(value text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.wait_ends(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.waited_at_pickup(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.wake_sender() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.wallet_balance(user_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.watch_attention() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.watch_near(booking public.bookings, lat double precision, lng double precision, at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.watch_trip(booking_id uuid, driver_id uuid, lat double precision, lng double precision, accuracy double precision, at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.watch_way(booking public.bookings, lat double precision, lng double precision, accuracy double precision, at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.wave_circle(settings public.settings, wave integer, asked integer, farthest_km numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.way_lines(rule jsonb, inputs jsonb, places integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.weigh_jumps(driver_ids uuid[], lats double precision[], lngs double precision[], ats timestamp with time zone[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.whom_to_call(booking public.bookings, reason text, person_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.window_rule(car_type_id uuid, at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.with_payment(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.write_stops(booking public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.zone_rule(car_type_id uuid, pickup jsonb, drop jsonb, waypoints jsonb) FROM PUBLIC;

GRANT ALL ON TABLE public.zones TO service_role;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.zones TO authenticated;

REVOKE ALL ON FUNCTION app.zones_met(car_type_id uuid, pickup extensions.geometry, drops extensions.geometry) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.accept_booking(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.accept_booking(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.accept_booking(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.accept_route_change(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.accept_route_change(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.accept_route_change(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.active_texts(locale text, with_default boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.active_texts(locale text, with_default boolean) TO service_role;
GRANT ALL ON FUNCTION public.active_texts(locale text, with_default boolean) TO anon;
GRANT ALL ON FUNCTION public.active_texts(locale text, with_default boolean) TO authenticated;

GRANT ALL ON TABLE public.booking_extras TO service_role;
GRANT SELECT ON TABLE public.booking_extras TO authenticated;

REVOKE ALL ON FUNCTION public.add_extra(booking_id uuid, key text, amount numeric, note text, client_key uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.add_extra(booking_id uuid, key text, amount numeric, note text, client_key uuid) TO service_role;
GRANT ALL ON FUNCTION public.add_extra(booking_id uuid, key text, amount numeric, note text, client_key uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.add_to_wallet(user_id uuid, amount numeric, client_key uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.add_to_wallet(user_id uuid, amount numeric, client_key uuid) TO service_role;
GRANT ALL ON FUNCTION public.add_to_wallet(user_id uuid, amount numeric, client_key uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.admit_number(user_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.admit_number(user_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.admit_number(user_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.apply_promo(quote_id uuid, code text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.apply_promo(quote_id uuid, code text) TO service_role;
GRANT ALL ON FUNCTION public.apply_promo(quote_id uuid, code text) TO authenticated;

REVOKE ALL ON FUNCTION public.approve(id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.approve(id uuid) TO service_role;
GRANT ALL ON FUNCTION public.approve(id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.approve_driver(driver_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.approve_driver(driver_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.approve_driver(driver_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.arrive_at_pickup(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.arrive_at_pickup(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.arrive_at_pickup(booking_id uuid) TO authenticated;

GRANT ALL ON TABLE public.booking_stops TO service_role;
GRANT SELECT ON TABLE public.booking_stops TO authenticated;

REVOKE ALL ON FUNCTION public.arrive_at_stop(booking_id uuid, "position" integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.arrive_at_stop(booking_id uuid, "position" integer) TO service_role;
GRANT ALL ON FUNCTION public.arrive_at_stop(booking_id uuid, "position" integer) TO authenticated;

REVOKE ALL ON FUNCTION public.assign_driver(booking_id uuid, driver_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.assign_driver(booking_id uuid, driver_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.assign_driver(booking_id uuid, driver_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.assign_drivers(assignments jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.assign_drivers(assignments jsonb) TO service_role;
GRANT ALL ON FUNCTION public.assign_drivers(assignments jsonb) TO authenticated;

REVOKE ALL ON FUNCTION public.assignable_drivers(booking_id uuid, search text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.assignable_drivers(booking_id uuid, search text) TO service_role;
GRANT ALL ON FUNCTION public.assignable_drivers(booking_id uuid, search text) TO authenticated;

REVOKE ALL ON FUNCTION public.attention(booking public.bookings) FROM PUBLIC;
GRANT ALL ON FUNCTION public.attention(booking public.bookings) TO service_role;
GRANT ALL ON FUNCTION public.attention(booking public.bookings) TO authenticated;

REVOKE ALL ON FUNCTION public.attention_list() FROM PUBLIC;
GRANT ALL ON FUNCTION public.attention_list() TO service_role;
GRANT ALL ON FUNCTION public.attention_list() TO authenticated;

REVOKE ALL ON FUNCTION public.booking_receipts(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.booking_receipts(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.booking_receipts(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.cancel_booking(booking_id uuid, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cancel_booking(booking_id uuid, reason text) TO service_role;
GRANT ALL ON FUNCTION public.cancel_booking(booking_id uuid, reason text) TO authenticated;

REVOKE ALL ON FUNCTION public.cancellation_quote(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cancellation_quote(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.cancellation_quote(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.car_type_uses(car_type_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.car_type_uses(car_type_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.car_type_uses(car_type_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.change_route(booking_id uuid, quote_id uuid, client_key uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.change_route(booking_id uuid, quote_id uuid, client_key uuid) TO service_role;
GRANT ALL ON FUNCTION public.change_route(booking_id uuid, quote_id uuid, client_key uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.check_user_exists(email text, mobile text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.check_user_exists(email text, mobile text) TO service_role;
GRANT ALL ON FUNCTION public.check_user_exists(email text, mobile text) TO authenticated;

REVOKE ALL ON FUNCTION public.complete_withdrawal(id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.complete_withdrawal(id uuid) TO service_role;
GRANT ALL ON FUNCTION public.complete_withdrawal(id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.confirm_cash(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.confirm_cash(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.confirm_cash(booking_id uuid) TO authenticated;

GRANT SELECT,REFERENCES,TRIGGER ON TABLE public.refunds TO service_role;
GRANT SELECT ON TABLE public.refunds TO authenticated;

REVOKE ALL ON FUNCTION public.confirm_refund(refund_id uuid, succeeded boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.confirm_refund(refund_id uuid, succeeded boolean) TO service_role;

REVOKE ALL ON FUNCTION public.create_booking(quote_id uuid, payment_mode text, trip_at timestamp with time zone, details jsonb, client_key uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.create_booking(quote_id uuid, payment_mode text, trip_at timestamp with time zone, details jsonb, client_key uuid) TO service_role;
GRANT ALL ON FUNCTION public.create_booking(quote_id uuid, payment_mode text, trip_at timestamp with time zone, details jsonb, client_key uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.create_payment(booking_id uuid, provider text, customer_id uuid, client_key uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.create_payment(booking_id uuid, provider text, customer_id uuid, client_key uuid) TO service_role;

REVOKE ALL ON FUNCTION public.dashboard_days(from_day date, to_day date) FROM PUBLIC;
GRANT ALL ON FUNCTION public.dashboard_days(from_day date, to_day date) TO service_role;
GRANT ALL ON FUNCTION public.dashboard_days(from_day date, to_day date) TO authenticated;

REVOKE ALL ON FUNCTION public.dashboard_totals() FROM PUBLIC;
GRANT ALL ON FUNCTION public.dashboard_totals() TO service_role;
GRANT ALL ON FUNCTION public.dashboard_totals() TO authenticated;

GRANT SELECT,REFERENCES,TRIGGER ON TABLE public.no_show_fees TO service_role;
GRANT SELECT ON TABLE public.no_show_fees TO authenticated;

REVOKE ALL ON FUNCTION public.decide_no_show_fee(booking_id uuid, charge boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.decide_no_show_fee(booking_id uuid, charge boolean) TO service_role;
GRANT ALL ON FUNCTION public.decide_no_show_fee(booking_id uuid, charge boolean) TO authenticated;

REVOKE ALL ON FUNCTION public.decline_booking(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.decline_booking(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.decline_booking(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.decline_route_change(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.decline_route_change(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.decline_route_change(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.delete_my_account() FROM PUBLIC;
GRANT ALL ON FUNCTION public.delete_my_account() TO service_role;
GRANT ALL ON FUNCTION public.delete_my_account() TO authenticated;

REVOKE ALL ON FUNCTION public.delete_person(user_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.delete_person(user_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.delete_person(user_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.desk_facts(booking_ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.desk_facts(booking_ids uuid[]) TO service_role;
GRANT ALL ON FUNCTION public.desk_facts(booking_ids uuid[]) TO authenticated;

REVOKE ALL ON FUNCTION public.dispatch_log(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.dispatch_log(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.dispatch_log(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.driver_day() FROM PUBLIC;
GRANT ALL ON FUNCTION public.driver_day() TO service_role;
GRANT ALL ON FUNCTION public.driver_day() TO authenticated;

REVOKE ALL ON FUNCTION public.driver_earnings(from_month date, to_month date) FROM PUBLIC;
GRANT ALL ON FUNCTION public.driver_earnings(from_month date, to_month date) TO service_role;
GRANT ALL ON FUNCTION public.driver_earnings(from_month date, to_month date) TO authenticated;

REVOKE ALL ON FUNCTION public.driver_earnings_sums(per text, from_month date, to_month date, of_driver uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.driver_earnings_sums(per text, from_month date, to_month date, of_driver uuid) TO service_role;
GRANT ALL ON FUNCTION public.driver_earnings_sums(per text, from_month date, to_month date, of_driver uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.driver_facts(person public.profiles) FROM PUBLIC;
GRANT ALL ON FUNCTION public.driver_facts(person public.profiles) TO service_role;
GRANT ALL ON FUNCTION public.driver_facts(person public.profiles) TO authenticated;

REVOKE ALL ON FUNCTION public.drivers_for_map(south double precision, west double precision, north double precision, east double precision, since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.drivers_for_map(south double precision, west double precision, north double precision, east double precision, since timestamp with time zone) TO service_role;
GRANT ALL ON FUNCTION public.drivers_for_map(south double precision, west double precision, north double precision, east double precision, since timestamp with time zone) TO authenticated;

REVOKE ALL ON FUNCTION public.duty_drivers(driver_ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.duty_drivers(driver_ids uuid[]) TO service_role;
GRANT ALL ON FUNCTION public.duty_drivers(driver_ids uuid[]) TO authenticated;

REVOKE ALL ON FUNCTION public.earnings_report() FROM PUBLIC;
GRANT ALL ON FUNCTION public.earnings_report() TO service_role;
GRANT ALL ON FUNCTION public.earnings_report() TO authenticated;

REVOKE ALL ON FUNCTION public.edit_person(user_id uuid, patch jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.edit_person(user_id uuid, patch jsonb) TO service_role;
GRANT ALL ON FUNCTION public.edit_person(user_id uuid, patch jsonb) TO authenticated;

REVOKE ALL ON FUNCTION public.end_own_sessions(session_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.end_own_sessions(session_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.end_own_sessions(session_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.explain_fare(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.explain_fare(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.explain_fare(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.export_my_data() FROM PUBLIC;
GRANT ALL ON FUNCTION public.export_my_data() TO service_role;
GRANT ALL ON FUNCTION public.export_my_data() TO authenticated;

REVOKE ALL ON FUNCTION public.find_caller(phone text, person_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.find_caller(phone text, person_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.find_caller(phone text, person_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.finish_outbox(id bigint, ok boolean, error text, attempt integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.finish_outbox(id bigint, ok boolean, error text, attempt integer) TO service_role;

REVOKE ALL ON FUNCTION public.finish_sign_up(sign_up_id uuid, license_path text, license_expires_on date) FROM PUBLIC;
GRANT ALL ON FUNCTION public.finish_sign_up(sign_up_id uuid, license_path text, license_expires_on date) TO service_role;
GRANT ALL ON FUNCTION public.finish_sign_up(sign_up_id uuid, license_path text, license_expires_on date) TO authenticated;

REVOKE ALL ON FUNCTION public.forget_push_token(token text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.forget_push_token(token text) TO service_role;
GRANT ALL ON FUNCTION public.forget_push_token(token text) TO authenticated;

REVOKE ALL ON FUNCTION public.heat_map(south double precision, west double precision, north double precision, east double precision, hours integer, cell_m integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.heat_map(south double precision, west double precision, north double precision, east double precision, hours integer, cell_m integer) TO service_role;
GRANT ALL ON FUNCTION public.heat_map(south double precision, west double precision, north double precision, east double precision, hours integer, cell_m integer) TO authenticated;

REVOKE ALL ON FUNCTION public.is_served(lat double precision, lng double precision) FROM PUBLIC;
GRANT ALL ON FUNCTION public.is_served(lat double precision, lng double precision) TO service_role;
GRANT ALL ON FUNCTION public.is_served(lat double precision, lng double precision) TO authenticated;

REVOKE ALL ON FUNCTION public.list_audit(of_actor uuid, of_action text, of_target text, of_id text, from_at timestamp with time zone, to_at timestamp with time zone, after_at timestamp with time zone, after_id bigint, page_size integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.list_audit(of_actor uuid, of_action text, of_target text, of_id text, from_at timestamp with time zone, to_at timestamp with time zone, after_at timestamp with time zone, after_id bigint, page_size integer) TO service_role;
GRANT ALL ON FUNCTION public.list_audit(of_actor uuid, of_action text, of_target text, of_id text, from_at timestamp with time zone, to_at timestamp with time zone, after_at timestamp with time zone, after_id bigint, page_size integer) TO authenticated;

REVOKE ALL ON FUNCTION public.list_bookings(booking_id uuid, status text, statuses text[], customer_id uuid, driver_id uuid, fleet_id uuid, car_type_id uuid, payment_mode text, is_paid boolean, is_unserved boolean, needs_attention boolean, cancelled_by text, milestone text, zone_id uuid, reference text, from_at timestamp with time zone, to_at timestamp with time zone, trip_from timestamp with time zone, trip_to timestamp with time zone, earned_from date, earned_to date, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.list_bookings(booking_id uuid, status text, statuses text[], customer_id uuid, driver_id uuid, fleet_id uuid, car_type_id uuid, payment_mode text, is_paid boolean, is_unserved boolean, needs_attention boolean, cancelled_by text, milestone text, zone_id uuid, reference text, from_at timestamp with time zone, to_at timestamp with time zone, trip_from timestamp with time zone, trip_to timestamp with time zone, earned_from date, earned_to date, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) TO service_role;
GRANT ALL ON FUNCTION public.list_bookings(booking_id uuid, status text, statuses text[], customer_id uuid, driver_id uuid, fleet_id uuid, car_type_id uuid, payment_mode text, is_paid boolean, is_unserved boolean, needs_attention boolean, cancelled_by text, milestone text, zone_id uuid, reference text, from_at timestamp with time zone, to_at timestamp with time zone, trip_from timestamp with time zone, trip_to timestamp with time zone, earned_from date, earned_to date, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) TO authenticated;

REVOKE ALL ON FUNCTION public.list_credits(of_user uuid, from_at timestamp with time zone, to_at timestamp with time zone, before_id bigint, page_size integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.list_credits(of_user uuid, from_at timestamp with time zone, to_at timestamp with time zone, before_id bigint, page_size integer) TO service_role;
GRANT ALL ON FUNCTION public.list_credits(of_user uuid, from_at timestamp with time zone, to_at timestamp with time zone, before_id bigint, page_size integer) TO authenticated;

REVOKE ALL ON FUNCTION public.list_earnings(from_day date, to_day date, of_driver uuid, after_day date, after_id bigint, page_size integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.list_earnings(from_day date, to_day date, of_driver uuid, after_day date, after_id bigint, page_size integer) TO service_role;
GRANT ALL ON FUNCTION public.list_earnings(from_day date, to_day date, of_driver uuid, after_day date, after_id bigint, page_size integer) TO authenticated;

REVOKE ALL ON FUNCTION public.list_people(usertype text, search text, person_id uuid, is_approved boolean, is_suspended boolean, fleet_id uuid, car_type_id uuid, is_active boolean, has_papers_waiting boolean, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.list_people(usertype text, search text, person_id uuid, is_approved boolean, is_suspended boolean, fleet_id uuid, car_type_id uuid, is_active boolean, has_papers_waiting boolean, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) TO service_role;
GRANT ALL ON FUNCTION public.list_people(usertype text, search text, person_id uuid, is_approved boolean, is_suspended boolean, fleet_id uuid, car_type_id uuid, is_active boolean, has_papers_waiting boolean, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) TO authenticated;

REVOKE ALL ON FUNCTION public.list_promos(search text, promo_id uuid, discount_type text, is_listed boolean, state text, valid_from timestamp with time zone, valid_to timestamp with time zone, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.list_promos(search text, promo_id uuid, discount_type text, is_listed boolean, state text, valid_from timestamp with time zone, valid_to timestamp with time zone, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) TO service_role;
GRANT ALL ON FUNCTION public.list_promos(search text, promo_id uuid, discount_type text, is_listed boolean, state text, valid_from timestamp with time zone, valid_to timestamp with time zone, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) TO authenticated;

REVOKE ALL ON FUNCTION public.list_withdrawals(status text, user_id uuid, from_at timestamp with time zone, to_at timestamp with time zone, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.list_withdrawals(status text, user_id uuid, from_at timestamp with time zone, to_at timestamp with time zone, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) TO service_role;
GRANT ALL ON FUNCTION public.list_withdrawals(status text, user_id uuid, from_at timestamp with time zone, to_at timestamp with time zone, sort text, ascending boolean, after_value text, after_id uuid, page_size integer) TO authenticated;

REVOKE ALL ON FUNCTION public.mark_notices_read(ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.mark_notices_read(ids uuid[]) TO service_role;
GRANT ALL ON FUNCTION public.mark_notices_read(ids uuid[]) TO authenticated;

REVOKE ALL ON FUNCTION public.message_driver(booking_id uuid, message text, client_key uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.message_driver(booking_id uuid, message text, client_key uuid) TO service_role;
GRANT ALL ON FUNCTION public.message_driver(booking_id uuid, message text, client_key uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.nearby_drivers(lat double precision, lng double precision) FROM PUBLIC;
GRANT ALL ON FUNCTION public.nearby_drivers(lat double precision, lng double precision) TO service_role;
GRANT ALL ON FUNCTION public.nearby_drivers(lat double precision, lng double precision) TO anon;
GRANT ALL ON FUNCTION public.nearby_drivers(lat double precision, lng double precision) TO authenticated;

REVOKE ALL ON FUNCTION public.no_show(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.no_show(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.no_show(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.notification_progress(notification_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.notification_progress(notification_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.notification_progress(notification_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.notification_receivers(usertype text, devicetype text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.notification_receivers(usertype text, devicetype text) TO service_role;
GRANT ALL ON FUNCTION public.notification_receivers(usertype text, devicetype text) TO authenticated;

REVOKE ALL ON FUNCTION public.nudge_dispatch(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.nudge_dispatch(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.nudge_dispatch(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.object_to_no_show(booking_id uuid, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.object_to_no_show(booking_id uuid, reason text) TO service_role;
GRANT ALL ON FUNCTION public.object_to_no_show(booking_id uuid, reason text) TO authenticated;

REVOKE ALL ON FUNCTION public.order_cancel_reasons(ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_cancel_reasons(ids uuid[]) TO service_role;
GRANT ALL ON FUNCTION public.order_cancel_reasons(ids uuid[]) TO authenticated;

REVOKE ALL ON FUNCTION public.order_car_types(ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_car_types(ids uuid[]) TO service_role;
GRANT ALL ON FUNCTION public.order_car_types(ids uuid[]) TO authenticated;

REVOKE ALL ON FUNCTION public.override_start_code(booking_id uuid, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.override_start_code(booking_id uuid, reason text) TO service_role;
GRANT ALL ON FUNCTION public.override_start_code(booking_id uuid, reason text) TO authenticated;

REVOKE ALL ON FUNCTION public.own_referrals() FROM PUBLIC;
GRANT ALL ON FUNCTION public.own_referrals() TO service_role;
GRANT ALL ON FUNCTION public.own_referrals() TO authenticated;

REVOKE ALL ON FUNCTION public.own_sessions() FROM PUBLIC;
GRANT ALL ON FUNCTION public.own_sessions() TO service_role;
GRANT ALL ON FUNCTION public.own_sessions() TO authenticated;

REVOKE ALL ON FUNCTION public.own_wallet() FROM PUBLIC;
GRANT ALL ON FUNCTION public.own_wallet() TO service_role;
GRANT ALL ON FUNCTION public.own_wallet() TO authenticated;

REVOKE ALL ON FUNCTION public.pay_with_wallet(booking_id uuid, client_key uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pay_with_wallet(booking_id uuid, client_key uuid) TO service_role;
GRANT ALL ON FUNCTION public.pay_with_wallet(booking_id uuid, client_key uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.payout_wait(user_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.payout_wait(user_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.payout_wait(user_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.person_devices(user_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.person_devices(user_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.person_devices(user_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.plan_account(facts jsonb, client_key uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.plan_account(facts jsonb, client_key uuid) TO service_role;
GRANT ALL ON FUNCTION public.plan_account(facts jsonb, client_key uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.portal_counts() FROM PUBLIC;
GRANT ALL ON FUNCTION public.portal_counts() TO service_role;
GRANT ALL ON FUNCTION public.portal_counts() TO authenticated;

REVOKE ALL ON FUNCTION public.position_topic(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.position_topic(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.position_topic(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.preview_fares(tariff jsonb, rides jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.preview_fares(tariff jsonb, rides jsonb) TO service_role;
GRANT ALL ON FUNCTION public.preview_fares(tariff jsonb, rides jsonb) TO authenticated;

REVOKE ALL ON FUNCTION public.preview_promo(discount_type text, discount_value numeric, max_discount numeric, min_order numeric, trip_cost numeric) FROM PUBLIC;
GRANT ALL ON FUNCTION public.preview_promo(discount_type text, discount_value numeric, max_discount numeric, min_order numeric, trip_cost numeric) TO service_role;
GRANT ALL ON FUNCTION public.preview_promo(discount_type text, discount_value numeric, max_discount numeric, min_order numeric, trip_cost numeric) TO authenticated;

GRANT ALL ON TABLE public.notifications TO service_role;
GRANT SELECT,DELETE ON TABLE public.notifications TO authenticated;

GRANT INSERT(devicetype) ON TABLE public.notifications TO authenticated;

GRANT INSERT(usertype) ON TABLE public.notifications TO authenticated;

GRANT INSERT(title) ON TABLE public.notifications TO authenticated;

GRANT INSERT(body) ON TABLE public.notifications TO authenticated;

REVOKE ALL ON FUNCTION public.progress(notification public.notifications) FROM PUBLIC;
GRANT ALL ON FUNCTION public.progress(notification public.notifications) TO service_role;
GRANT ALL ON FUNCTION public.progress(notification public.notifications) TO authenticated;

REVOKE ALL ON FUNCTION public.queue(driver public.drivers) FROM PUBLIC;
GRANT ALL ON FUNCTION public.queue(driver public.drivers) TO service_role;
GRANT ALL ON FUNCTION public.queue(driver public.drivers) TO authenticated;

REVOKE ALL ON FUNCTION public.quote_fare(customer_id uuid, quote jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.quote_fare(customer_id uuid, quote jsonb) TO service_role;

REVOKE ALL ON FUNCTION public.quote_payment(quote_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.quote_payment(quote_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.quote_payment(quote_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.rate_booking(booking_id uuid, stars integer, comment text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.rate_booking(booking_id uuid, stars integer, comment text) TO service_role;
GRANT ALL ON FUNCTION public.rate_booking(booking_id uuid, stars integer, comment text) TO authenticated;

REVOKE ALL ON FUNCTION public.rating_details(user_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.rating_details(user_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.rating_details(user_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.reach_drop(booking_id uuid, otp text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.reach_drop(booking_id uuid, otp text) TO service_role;
GRANT ALL ON FUNCTION public.reach_drop(booking_id uuid, otp text) TO authenticated;

GRANT ALL ON TABLE public.bank_details TO service_role;
GRANT SELECT ON TABLE public.bank_details TO authenticated;

REVOKE ALL ON FUNCTION public.read_bank_details(user_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.read_bank_details(user_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.read_bank_details(user_id uuid) TO authenticated;

GRANT ALL ON TABLE public.chat_messages TO service_role;
GRANT SELECT ON TABLE public.chat_messages TO authenticated;

REVOKE ALL ON FUNCTION public.read_chat(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.read_chat(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.read_chat(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.record_payment_event(provider text, event_id text, payment_id uuid, amount numeric, currency text, status text, payload jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.record_payment_event(provider text, event_id text, payment_id uuid, amount numeric, currency text, status text, payload jsonb) TO service_role;

REVOKE ALL ON FUNCTION public.referral_rings(since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.referral_rings(since timestamp with time zone) TO service_role;
GRANT ALL ON FUNCTION public.referral_rings(since timestamp with time zone) TO authenticated;

REVOKE ALL ON FUNCTION public.refund_booking(booking_id uuid, amount numeric, reason text, reclaim_share boolean, client_key uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.refund_booking(booking_id uuid, amount numeric, reason text, reclaim_share boolean, client_key uuid) TO service_role;
GRANT ALL ON FUNCTION public.refund_booking(booking_id uuid, amount numeric, reason text, reclaim_share boolean, client_key uuid) TO authenticated;

GRANT ALL ON TABLE public.push_tokens TO service_role;
GRANT SELECT ON TABLE public.push_tokens TO authenticated;

REVOKE ALL ON FUNCTION public.register_push_token(token text, platform text, channels text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.register_push_token(token text, platform text, channels text[]) TO service_role;
GRANT ALL ON FUNCTION public.register_push_token(token text, platform text, channels text[]) TO authenticated;

REVOKE ALL ON FUNCTION public.reject(id uuid, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.reject(id uuid, reason text) TO service_role;
GRANT ALL ON FUNCTION public.reject(id uuid, reason text) TO authenticated;

REVOKE ALL ON FUNCTION public.reject_withdrawal(id uuid, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.reject_withdrawal(id uuid, reason text) TO service_role;
GRANT ALL ON FUNCTION public.reject_withdrawal(id uuid, reason text) TO authenticated;

REVOKE ALL ON FUNCTION public.release_payouts(user_id uuid, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.release_payouts(user_id uuid, reason text) TO service_role;
GRANT ALL ON FUNCTION public.release_payouts(user_id uuid, reason text) TO authenticated;

REVOKE ALL ON FUNCTION public.remove_extra(id uuid, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.remove_extra(id uuid, reason text) TO service_role;
GRANT ALL ON FUNCTION public.remove_extra(id uuid, reason text) TO authenticated;

GRANT ALL ON TABLE public.saved_addresses TO service_role;
GRANT SELECT,DELETE ON TABLE public.saved_addresses TO authenticated;

REVOKE ALL ON FUNCTION public.rename_address(id uuid, label text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.rename_address(id uuid, label text) TO service_role;
GRANT ALL ON FUNCTION public.rename_address(id uuid, label text) TO authenticated;

REVOKE ALL ON FUNCTION public.report_position(lat double precision, lng double precision, heading double precision, accuracy double precision, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.report_position(lat double precision, lng double precision, heading double precision, accuracy double precision, at timestamp with time zone) TO service_role;
GRANT ALL ON FUNCTION public.report_position(lat double precision, lng double precision, heading double precision, accuracy double precision, at timestamp with time zone) TO authenticated;

REVOKE ALL ON FUNCTION public.report_positions(points jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.report_positions(points jsonb) TO service_role;
GRANT ALL ON FUNCTION public.report_positions(points jsonb) TO authenticated;

REVOKE ALL ON FUNCTION public.request_approval(kind text, target_id uuid, amount numeric, reason text, client_key uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.request_approval(kind text, target_id uuid, amount numeric, reason text, client_key uuid) TO service_role;
GRANT ALL ON FUNCTION public.request_approval(kind text, target_id uuid, amount numeric, reason text, client_key uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.request_withdrawal(amount numeric, client_key uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.request_withdrawal(amount numeric, client_key uuid) TO service_role;
GRANT ALL ON FUNCTION public.request_withdrawal(amount numeric, client_key uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.return_to_sender(booking_id uuid, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.return_to_sender(booking_id uuid, reason text) TO service_role;
GRANT ALL ON FUNCTION public.return_to_sender(booking_id uuid, reason text) TO authenticated;

REVOKE ALL ON FUNCTION public.save_address(label text, description text, lat double precision, lng double precision) FROM PUBLIC;
GRANT ALL ON FUNCTION public.save_address(label text, description text, lat double precision, lng double precision) TO service_role;
GRANT ALL ON FUNCTION public.save_address(label text, description text, lat double precision, lng double precision) TO authenticated;

REVOKE ALL ON FUNCTION public.save_zone(zone jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.save_zone(zone jsonb) TO service_role;
GRANT ALL ON FUNCTION public.save_zone(zone jsonb) TO authenticated;

REVOKE ALL ON FUNCTION public.send_chat_message(booking_id uuid, message text, client_key uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.send_chat_message(booking_id uuid, message text, client_key uuid) TO service_role;
GRANT ALL ON FUNCTION public.send_chat_message(booking_id uuid, message text, client_key uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.send_notification(notification_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.send_notification(notification_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.send_notification(notification_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.send_receipt(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.send_receipt(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.send_receipt(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.session_refusal() FROM PUBLIC;
GRANT ALL ON FUNCTION public.session_refusal() TO service_role;
GRANT ALL ON FUNCTION public.session_refusal() TO authenticated;

REVOKE ALL ON FUNCTION public.set_approved(user_id uuid, approved boolean, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.set_approved(user_id uuid, approved boolean, reason text) TO service_role;
GRANT ALL ON FUNCTION public.set_approved(user_id uuid, approved boolean, reason text) TO authenticated;

REVOKE ALL ON FUNCTION public.set_bank_details(bank_name text, bank_code text, bank_account text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.set_bank_details(bank_name text, bank_code text, bank_account text) TO service_role;
GRANT ALL ON FUNCTION public.set_bank_details(bank_name text, bank_code text, bank_account text) TO authenticated;

REVOKE ALL ON FUNCTION public.set_booking_image(booking_id uuid, kind text, path text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.set_booking_image(booking_id uuid, kind text, path text) TO service_role;
GRANT ALL ON FUNCTION public.set_booking_image(booking_id uuid, kind text, path text) TO authenticated;

REVOKE ALL ON FUNCTION public.set_driver_active(active boolean, place jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.set_driver_active(active boolean, place jsonb) TO service_role;
GRANT ALL ON FUNCTION public.set_driver_active(active boolean, place jsonb) TO authenticated;

REVOKE ALL ON FUNCTION public.set_profile_image(path text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.set_profile_image(path text) TO service_role;
GRANT ALL ON FUNCTION public.set_profile_image(path text) TO authenticated;

REVOKE ALL ON FUNCTION public.set_service_area(west double precision, south double precision, east double precision, north double precision) FROM PUBLIC;
GRANT ALL ON FUNCTION public.set_service_area(west double precision, south double precision, east double precision, north double precision) TO service_role;

REVOKE ALL ON FUNCTION public.set_staff_role(user_id uuid, staff_role text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.set_staff_role(user_id uuid, staff_role text) TO service_role;
GRANT ALL ON FUNCTION public.set_staff_role(user_id uuid, staff_role text) TO authenticated;

REVOKE ALL ON FUNCTION public.settings_facts() FROM PUBLIC;
GRANT ALL ON FUNCTION public.settings_facts() TO service_role;
GRANT ALL ON FUNCTION public.settings_facts() TO authenticated;

REVOKE ALL ON FUNCTION public.share_trip(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.share_trip(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.share_trip(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.shared_trip(token text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.shared_trip(token text) TO service_role;
GRANT ALL ON FUNCTION public.shared_trip(token text) TO anon;
GRANT ALL ON FUNCTION public.shared_trip(token text) TO authenticated;

REVOKE ALL ON FUNCTION public.sign_out_person(user_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.sign_out_person(user_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.sign_out_person(user_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.sign_up(facts jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.sign_up(facts jsonb) TO service_role;

REVOKE ALL ON FUNCTION public.start_code(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.start_code(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.start_code(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.start_trip(booking_id uuid, otp text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.start_trip(booking_id uuid, otp text) TO service_role;
GRANT ALL ON FUNCTION public.start_trip(booking_id uuid, otp text) TO authenticated;

GRANT ALL ON TABLE public.driver_documents TO service_role;
GRANT SELECT ON TABLE public.driver_documents TO authenticated;

REVOKE ALL ON FUNCTION public.submit_document(kind text, path text, expires_on date, driver_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.submit_document(kind text, path text, expires_on date, driver_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.submit_document(kind text, path text, expires_on date, driver_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.take_outbox(limit_count integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.take_outbox(limit_count integer) TO service_role;

REVOKE ALL ON FUNCTION public.take_rate_limit(bucket text, limit_count integer, window_secs integer, cost integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.take_rate_limit(bucket text, limit_count integer, window_secs integer, cost integer) TO service_role;

REVOKE ALL ON FUNCTION public.tip_driver(booking_id uuid, amount numeric, client_key uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.tip_driver(booking_id uuid, amount numeric, client_key uuid) TO service_role;
GRANT ALL ON FUNCTION public.tip_driver(booking_id uuid, amount numeric, client_key uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.trial_balance(from_day date, to_day date) FROM PUBLIC;
GRANT ALL ON FUNCTION public.trial_balance(from_day date, to_day date) TO service_role;
GRANT ALL ON FUNCTION public.trial_balance(from_day date, to_day date) TO authenticated;

REVOKE ALL ON FUNCTION public.trip_at_limits() FROM PUBLIC;
GRANT ALL ON FUNCTION public.trip_at_limits() TO service_role;
GRANT ALL ON FUNCTION public.trip_at_limits() TO anon;
GRANT ALL ON FUNCTION public.trip_at_limits() TO authenticated;

REVOKE ALL ON FUNCTION public.trip_options(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.trip_options(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.trip_options(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.trip_progress(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.trip_progress(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.trip_progress(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.trip_trail(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.trip_trail(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.trip_trail(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.unshare_trip(booking_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.unshare_trip(booking_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.unshare_trip(booking_id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.update_profile(first_name text, last_name text, mobile text, lang_locale text, date_locale text, email text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.update_profile(first_name text, last_name text, mobile text, lang_locale text, date_locale text, email text) TO service_role;
GRANT ALL ON FUNCTION public.update_profile(first_name text, last_name text, mobile text, lang_locale text, date_locale text, email text) TO authenticated;

REVOKE ALL ON FUNCTION public.update_settings(patch jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.update_settings(patch jsonb) TO service_role;
GRANT ALL ON FUNCTION public.update_settings(patch jsonb) TO authenticated;

REVOKE ALL ON FUNCTION public.usage_of(kind text, id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.usage_of(kind text, id uuid) TO service_role;
GRANT ALL ON FUNCTION public.usage_of(kind text, id uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.validate_referrer(referral_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.validate_referrer(referral_id text) TO service_role;

REVOKE ALL ON FUNCTION public.verify_document(document_id uuid, verified boolean, note text, version text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.verify_document(document_id uuid, verified boolean, note text, version text) TO service_role;
GRANT ALL ON FUNCTION public.verify_document(document_id uuid, verified boolean, note text, version text) TO authenticated;

REVOKE ALL ON FUNCTION public.why_not_asked(driver_id uuid, hours integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.why_not_asked(driver_id uuid, hours integer) TO service_role;
GRANT ALL ON FUNCTION public.why_not_asked(driver_id uuid, hours integer) TO authenticated;

REVOKE ALL ON FUNCTION public.withdraw_offer(booking_id uuid, driver_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.withdraw_offer(booking_id uuid, driver_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.withdraw_offer(booking_id uuid, driver_id uuid) TO authenticated;

GRANT SELECT,REFERENCES,TRIGGER ON TABLE public.access_log TO service_role;
GRANT SELECT ON TABLE public.access_log TO authenticated;

GRANT ALL ON SEQUENCE public.access_log_id_seq TO service_role;

GRANT SELECT,REFERENCES,TRIGGER ON TABLE public.audit_log TO service_role;
GRANT SELECT ON TABLE public.audit_log TO authenticated;

GRANT ALL ON SEQUENCE public.audit_log_id_seq TO service_role;

GRANT ALL ON TABLE public.booking_contacts TO service_role;
GRANT SELECT ON TABLE public.booking_contacts TO authenticated;

GRANT ALL ON SEQUENCE public.booking_events_id_seq TO service_role;

GRANT ALL ON TABLE public.booking_offers TO service_role;
GRANT SELECT ON TABLE public.booking_offers TO authenticated;

GRANT ALL ON TABLE public.booking_revisions TO service_role;
GRANT SELECT ON TABLE public.booking_revisions TO authenticated;

GRANT ALL ON TABLE public.booking_transitions TO service_role;
GRANT SELECT ON TABLE public.booking_transitions TO authenticated;

GRANT ALL ON SEQUENCE public.booking_transitions_id_seq TO service_role;

GRANT ALL ON TABLE public.cancel_reasons TO service_role;
GRANT SELECT ON TABLE public.cancel_reasons TO anon;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.cancel_reasons TO authenticated;

GRANT ALL ON TABLE public.chats TO service_role;
GRANT SELECT ON TABLE public.chats TO authenticated;

GRANT ALL ON TABLE public.dispatch_waves TO service_role;
GRANT SELECT ON TABLE public.dispatch_waves TO authenticated;

GRANT ALL ON SEQUENCE public.dispatch_waves_id_seq TO service_role;

GRANT ALL ON TABLE public.driver_positions TO service_role;
GRANT SELECT ON TABLE public.driver_positions TO authenticated;

GRANT SELECT,REFERENCES,TRIGGER ON TABLE public.earnings_days TO service_role;
GRANT SELECT ON TABLE public.earnings_days TO authenticated;

GRANT ALL ON TABLE public.languages TO service_role;
GRANT SELECT ON TABLE public.languages TO anon;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.languages TO authenticated;

GRANT SELECT,REFERENCES,TRIGGER ON TABLE public.ledger_accounts TO service_role;
GRANT SELECT ON TABLE public.ledger_accounts TO authenticated;

GRANT ALL ON SEQUENCE public.ledger_accounts_id_seq TO service_role;

GRANT SELECT,REFERENCES,TRIGGER ON TABLE public.ledger_entries TO service_role;
GRANT SELECT ON TABLE public.ledger_entries TO authenticated;

GRANT SELECT,REFERENCES,TRIGGER ON TABLE public.ledger_transactions TO service_role;
GRANT SELECT ON TABLE public.ledger_transactions TO authenticated;

GRANT ALL ON SEQUENCE public.ledger_transactions_id_seq TO service_role;

GRANT ALL ON TABLE public.notices TO service_role;
GRANT SELECT ON TABLE public.notices TO authenticated;

GRANT ALL ON TABLE public.promo_uses TO service_role;
GRANT SELECT ON TABLE public.promo_uses TO authenticated;

GRANT ALL ON TABLE public.rating_comments TO service_role;
GRANT SELECT ON TABLE public.rating_comments TO authenticated;

GRANT ALL ON TABLE public.requested_drivers TO service_role;
GRANT SELECT ON TABLE public.requested_drivers TO authenticated;

GRANT ALL ON TABLE public.staff_permissions TO service_role;
GRANT SELECT ON TABLE public.staff_permissions TO authenticated;

GRANT ALL ON TABLE public.tracking_points TO service_role;
GRANT SELECT ON TABLE public.tracking_points TO authenticated;

GRANT ALL ON SEQUENCE public.tracking_points_id_seq TO service_role;

GRANT ALL ON TABLE public.wallet_history TO service_role;
GRANT SELECT ON TABLE public.wallet_history TO authenticated;

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON SEQUENCES  TO postgres;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON SEQUENCES  TO service_role;

ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON SEQUENCES  TO postgres;
ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON SEQUENCES  TO anon;
ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON SEQUENCES  TO authenticated;
ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON SEQUENCES  TO service_role;

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON FUNCTIONS  TO postgres;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON FUNCTIONS  TO service_role;

ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON FUNCTIONS  TO postgres;
ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON FUNCTIONS  TO anon;
ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON FUNCTIONS  TO authenticated;
ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON FUNCTIONS  TO service_role;

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON TABLES  TO postgres;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON TABLES  TO service_role;

ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON TABLES  TO postgres;
ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON TABLES  TO anon;
ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON TABLES  TO authenticated;
ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON TABLES  TO service_role;
