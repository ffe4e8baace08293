-- Names and free texts contain no invisible characters, no direction overrides, and no words that mix letters of two scripts.
select no_plan();
-- Names
create function tests.named(name text) returns text language plpgsql security definer as $$
begin
  perform tests.let('rider', format('select public.update_profile(first_name => %L)', name));
  return (select p.first_name from public.profiles p where p.id = tests.id('rider'));
end $$;
select is(tests.named(said), shown, 'a name keeps ' || why) from (values
  ('O''Brien', 'O''Brien', 'apostrophes'), ('Jean-Luc', 'Jean-Luc', 'hyphens'), (U&'Jos\00E9 Mar\00EDa', U&'Jos\00E9 Mar\00EDa', 'accents'), ('Łukasz', 'Łukasz', 'Latin letters of any language'),
  ('Þórður', 'Þórður', 'Icelandic letters'), ('Nguyễn', 'Nguyễn', 'two marks on one letter'), (U&'\0639\0644\06CC\200C\0631\0636\0627', U&'\0639\0644\06CC\200C\0631\0636\0627', 'the joiner inside a Persian name'),
  ('محمد علي', 'محمد علي', 'Arabic'), ('王小明', '王小明', 'Chinese'), ('山田タロウ', '山田タロウ', 'Japanese in both its scripts'), ('김민준', '김민준', 'Korean'),
  ('Анна', 'Анна', 'Cyrillic'), ('Ελένη', 'Ελένη', 'Greek'), ('Anna Анна', 'Anna Анна', 'words of two scripts'), (U&'\0915\094D\200D\0937', U&'\0915\094D\200D\0937', 'the joiner inside an Indian name')) v (said, shown, why);
select is(tests.named(said), 'Anna', 'a name loses ' || why) from (values
  (U&'An\200Bna', 'a zero-width space'), (U&'An\00ADna', 'a soft hyphen'), (U&'An\202Ena', 'an override of the direction'), (U&'\2067Anna\2069', 'isolates'), (U&'Anna\200F', 'a mark of direction'),
  (U&'An\200Cna', 'a joiner between Latin letters'), (U&'\FEFFAnna', 'a byte order mark'), (U&'Anna\3164', 'a filler'), (U&'Anna\+0E0041', 'a tag'), (U&'\FF21nna', 'full width'), (U&'\+01D400nna', 'mathematical letters')) v (said, why);
select tests.act_as('rider');
select throws_ok(format('select public.update_profile(first_name => %L)', said), 'PT422', 'name_invalid', 'a rider cannot set a name with ' || why) from (values
  (U&'\0410nna', 'a Cyrillic letter in a Latin word'), (U&'\0391nna', 'a Greek letter in a Latin word'), (U&'P\0430ypal', 'a Cyrillic letter in the middle of a Latin word'), (U&'A\0301\0302\0303\0304nna', 'four marks on one letter')) v (said, why);
select throws_ok(format('select public.update_profile(last_name => %L)', U&'Ritt\0435r'), 'PT422', 'name_invalid', 'a last name that mixes two scripts is refused');
select tests.act_as('admin');
select throws_ok(format('select public.edit_person(tests.id(''rider''), jsonb_build_object(''first_name'', %L))', U&'\0410nna'), 'PT422', 'name_invalid', 'an admin cannot give a person a name that mixes two scripts');
select tests.act_as('rider');
select throws_ok(format('select public.create_booking(tests.quote(), ''cash'', details => jsonb_build_object(''guest_name'', %L, ''guest_phone'', ''+4235551212''))', U&'\0410nna'), 'PT422', 'name_invalid', 'a guest''s name that mixes two scripts is refused');
select tests.as_owner(), tests.set('app_category', 'both');
select tests.act_as('rider');
select throws_ok(format('select public.create_booking(tests.quote(''rider'', ''Courier''), ''card'', details => jsonb_build_object(''delivery_person'', %L, ''delivery_person_phone'', ''+4235551212''))', U&'\0410nna'), 'PT422', 'name_invalid', 'a parcel recipient''s name that mixes two scripts is refused');
select tests.as_owner();
select lives_ok($$ insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values (gen_random_uuid(), 'mixed@hackney.test', now(), jsonb_build_object('first_name', U&'\0410nna', 'last_name', U&'R\200Bitter')) $$, 'signing up succeeds with a name that mixes two scripts');
select results_eq($$ select first_name, last_name from public.profiles where email = 'mixed@hackney.test' $$, $$ values ('', 'Ritter') $$, 'a name that mixes two scripts is blank after signing up');

-- Every text that people write and others read has a trigger, one per table. Each column without one needs a reason below.
create temp table expected as select c.col, v.why from (values
  ('made plain by the trigger profiles__plain_names, which also refuses', '
    profiles.first_name profiles.last_name'),
  ('copied from a profile, a driver, a car type, a promotion or bank details, which are plain', '
    bookings.customer_name bookings.driver_name bookings.vehicle_number bookings.vehicle_make bookings.vehicle_model bookings.vehicle_color
    bookings.car_type bookings.promo_code fare_quotes.promo_code withdraw_requests.name withdraw_requests.bank_name'),
  ('kept plain by quote_fare, or copied from a quote', '
    fare_quotes.pickup_address fare_quotes.drop_address bookings.pickup_address bookings.drop_address
    booking_stops.address route_proposals.drop_address fare_quotes.pickup_point_name fare_quotes.drop_point_name
    bookings.pickup_point_name bookings.drop_point_name booking_stops.point_name'),
  ('kept plain by app.set_actor, before the hash is made', '
    booking_events.note'),
  ('a phone number, an address or bank numbers; a pattern lists the allowed characters', '
    bookings.customer_contact booking_contacts.customer_contact booking_contacts.customer_email booking_contacts.guest_phone
    booking_contacts.driver_contact booking_contacts.delivery_person_phone profiles.mobile
    profiles.email settings.panic settings.logo settings.company_phone settings.company_tax_number settings.facebook_handle settings.twitter_handle settings.instagram_handle
    settings.company_bank_account settings.company_bank_code settings.brand_color settings.sms_countries settings.quiet_from settings.quiet_to tax_details.tax_number tax_details.vat_number bank_lines.end_to_end_id
    withdraw_requests.bank_code withdraw_requests.bank_account bank_details.bank_code bank_details.bank_account'),
  ('a value of a list or a code, set by a constraint or the system', '
    bookings.reference bookings.category bookings.source bookings.payment_mode bookings.gateway bookings.cancelled_by bookings.dispatch_note settings.code
    settings.country settings.app_category settings.time_zone settings.fare_mode settings.dispatch_mode settings.on_decline settings.cheaper_route
    settings.refund_to profiles.referral_id profiles.signup_via_referral profiles.reg_type fare_quotes.category promos.promo_discount_type
    car_types.category car_types.convenience_fee_type booking_events.actor_role booking_events.prev_hash booking_events.hash payments.currency
    payments.status payments.purpose chargebacks.status route_proposals.status zones.kind zones.applies_to booking_extras.key booking_extras.by_role refunds.status
    money_decisions.kind payment_requests.kind payment_requests.status push_tokens.platform
    chat_messages.source notifications.devicetype notifications.usertype driver_documents.kind driver_documents.status paper_kinds.id cases.kind audit_log.actor_role
    audit_log.action audit_log.target audit_log.target_id booking_offers.reference booking_offers.category booking_offers.payment_mode
    booking_revisions.kind booking_transitions.actor dispatch_waves.mode ledger_accounts.kind ledger_accounts.provider ledger_transactions.kind
    ledger_transactions.idempotency_key notices.key notices.screen promo_uses.status access_log.what approvals.kind approvals.status
    staff_permissions.permission payment_events.outcome settings.receipt_prefix receipts.number receipts.kind receipts.series receipts.lang ledger_accounts.role
    bank_lines.outcome bank_lines.provider bank_lines.currency book_closes.hash book_closes.prev_hash provider_lines.kind provider_lines.outcome
    tax_details.tax_country payment_methods.brand payment_methods.last4'),
  ('a path or an encoded line that no page prints', '
    booking_contacts.signature booking_extras.photo bookings.customer_image bookings.car_image bookings.polyline bookings.pickup_image bookings.deliver_image bookings.driver_image
    profiles.profile_image fare_quotes.polyline car_types.image drivers.license_image driver_documents.path driver_documents.version push_tokens.token'),
  ('a language tag, read only by the person who set it', '
    profiles.lang_locale profiles.date_locale languages.lang_locale languages.date_locale'),
  ('kept plain by match_statement', '
    bank_lines.reference'),
  ('kept plain by app.device_name', '
    push_tokens.name'),
  ('a value of a payment provider, stored unchanged', '
    provider_lines.line_ref provider_lines.charge_ref
    payment_events.event_id payment_events.currency payment_events.status payment_events.provider_ref payment_events.charge_ref payment_events.refund_ref
    payment_events.dispute_ref payments.provider_ref payments.charge_ref refunds.provider_ref chargebacks.dispute_ref')) v (why, columns)
cross join lateral regexp_split_to_table(btrim(v.columns, E' \n'), '[[:space:]]+') c (col);
create temp table guarded as
  select format('%s.%s', c.relname, a.arg) as col from pg_trigger t join pg_class c on c.oid = t.tgrelid and c.relnamespace = 'public'::regnamespace
  cross join lateral unnest(string_to_array(left(encode(t.tgargs, 'escape'), -4), '\000')) a (arg)
  where t.tgfoid = 'app.tg_plain_texts()'::regprocedure and (t.tgtype & 4) > 0 and (t.tgtype & 16) > 0 and (t.tgtype & 2) > 0;
create temp table texts as
  select format('%s.%s', c.relname, a.attname) as col, c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type y on y.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and y.typname in ('text', 'varchar')
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e');
-- A column whose values a constraint lists needs no reason.
create temp table listed as
  select format('%s.%s', c.relname, a.attname) as col from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and k.conkey = array[a.attnum]
  where k.contype = 'c' and pg_get_constraintdef(k.oid) ~ '^CHECK \(\([a-z_]+ = ANY \(ARRAY\[[^()]*\]\)\)\)$';
select is(array(select t.col from texts t where t.col not in (select col from guarded) and t.col not in (select col from listed) and t.col not in (select col from expected) order by 1), '{}'::text[], 'every text column is made plain by a trigger or has a reason why not');
select is(array(select e.col from expected e where e.col not in (select col from texts) or e.col in (select col from guarded) order by 1), '{}'::text[], 'no reason is left for a text column that was removed');
select is(array(select e.col from expected e where e.why = '' order by 1), '{}'::text[], 'no reason for a text column is empty');
select is(array(select g.col from guarded g where g.col not in (select col from texts) order by 1), '{}'::text[], 'every trigger for plain texts names existing columns');
select is(array(
  select g.col from guarded g join texts t on t.col = g.col where not exists (select 1 from pg_trigger r join pg_class c on c.oid = r.tgrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (r.tgattr::int2[]) where c.relname = t.relname and a.attname = t.attname and r.tgfoid = 'app.tg_plain_texts()'::regprocedure) order by 1),
  '{}'::text[], 'every trigger for plain texts runs on a change of each column that it names');
select is(app.plain_lines(U&'Hi\202E there\200B,\000Await\0009here\2069\FEFF'), E'Hi there,\nwait here', 'a free text keeps its lines and loses invisible characters');
select is(app.plain_lines(U&'\+01F468\200D\+01F469\200D\+01F467 \2764\FE0F'), U&'\+01F468\200D\+01F469\200D\+01F467 \2764\FE0F', 'joined emoji stay joined in a free text');
select tests.ride('ACCEPTED');
select tests.act_as('rider');
select is((public.send_chat_message(tests.booking(), U&'pay \202Eto me\202C\200B')).message, 'pay to me', 'a chat message loses direction overrides and invisible characters');
select throws_ok(format('select public.send_chat_message(tests.booking(), %L)', U&'\202E\200B\2066'), 'PT422', 'message_invalid', 'a chat message of only invisible characters is refused');
select is((public.cancel_booking(tests.booking(), U&'chan\200Bged\202E plans')).reason, 'changed plans', 'the reason of a cancellation loses invisible characters');
select * from finish();
