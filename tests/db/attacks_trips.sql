-- Attacks by drivers and riders during trips: false arrivals, cheaper routes, lost parcels, swapped documents.
select no_plan();
create function tests.drive_to(lat double precision, lng double precision, later interval default '10 minutes') returns void language sql volatile security definer as $$
  select tests.turn(later), tests.let('driver', format('select public.report_position(%s, %s)', lat, lng))
$$;
create function tests.waited() returns numeric language sql volatile security definer as $$
  select coalesce((f.final_inputs ->> 'wait_secs')::numeric, (f.final_inputs #>> '{measured,wait_secs}')::numeric) from public.booking_finances f where f.booking_id = tests.booking()
$$;

-- Arrival claimed from far away
update public.car_types set waiting_rate_per_hour = 60, cancel_slab = '[{"mins_delayed": 0, "amount": 2}, {"mins_delayed": 10, "amount": 6}]' where id = tests.car();
select tests.go_online('driver', 47.2, 9.52), tests.book();
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select is((select flags from public.booking_finances where booking_id = tests.booking()), '{arrived_far}', 'an arrival claimed from seven kilometres away is flagged');
select tests.drive_to(47.141, 9.52, '12 minutes'), tests.act_as('driver');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'no_show_too_early', 'a no-show''s waiting time starts when the driver is really at the pickup');
select tests.act_as('rider');
select ok(public.cancellation_quote(tests.booking()) <= 6,
  'the cancellation fee after a false arrival is at most the highest slab');
select tests.drive_to(47.141, 9.52, '4 minutes');
select tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select is(tests.waited(), 240::numeric, 'paid waiting counts from when the driver is really at the pickup');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.as_owner(), tests.turn('1 hour'), tests.go_online('driver', 47.2, 9.52), tests.book();
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
-- 6.6 km at 30 km/h and five minutes of grace: promised after 18.1 minutes.
select tests.turn('40 minutes'), tests.as_owner();
select is(round(app.minutes_delayed(b, 15)), round(extract(epoch from b.promised_at - b.accepted_at) / 60), 'after a false arrival the minutes for the fee end at the promised arrival') from public.bookings b where b.id = tests.booking();
select tests.drive_to(47.2, 9.52, '1 minute'), tests.act_as('driver');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'not_at_pickup', 'a driver who is not at the pickup cannot report a no-show');
select tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select is(tests.waited(), 0::numeric, 'a driver who was never at the pickup is paid no waiting');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));

-- A suspended driver
select tests.as_owner(), tests.turn('1 hour'), tests.go_online(), tests.book();
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.turn('12 minutes'), tests.act_as('rider');
select is(public.cancellation_quote(tests.booking()), 2::numeric,
  'cancelling 12 minutes after the driver accepted costs the fee of the slab');
select tests.let('admin', format('select public.set_approved(%L, false)', tests.id('driver')));
select tests.act_as('rider');
select is(public.cancellation_quote(tests.booking()), 0::numeric, 'cancelling costs nothing when the driver is suspended');
select public.cancel_booking(tests.booking());
select tests.let('admin', format('select public.set_approved(%L, true)', tests.id('driver')));

-- A new route without the ordered option
select tests.as_owner(), tests.turn('1 hour');
update public.car_types set options = '[{"description": "Child seat", "amount": 9}, {"description": "None", "amount": 0}]' where id = tests.car();
select tests.go_online(), tests.book();
create temp table cheaper as select (to_jsonb(public.quote_fare(tests.id('rider'), tests.order(km => 6) || '{"option_index": 1}')) ->> 'quote_id')::uuid as id,
  (to_jsonb(public.quote_fare(tests.id('rider'), tests.order(km => 6) || '{"option_index": 0}')) ->> 'quote_id')::uuid as same;
grant select on cheaper to public;
select tests.act_as('rider');
select throws_ok($$ select public.change_route(tests.booking(), id) from cheaper $$, 'PT422', 'quote_unsuitable', 'a rider cannot change the route to a quote without the ordered child seat');
select is((public.change_route(tests.booking(), same)).option_selected ->> 'description', 'Child seat', 'a rider can change the route with a quote that keeps the child seat') from cheaper;
select public.cancel_booking(tests.booking());

-- A parcel on its way back that does not reach the sender
select tests.as_owner(), tests.turn('1 hour'), tests.set('app_category', 'both');
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver');
select app.post_ledger('testing', 'attacks', null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), 100), app.entry('adjustments', -100)));
select tests.go_online();
select tests.let('rider', format('select public.create_booking(%L, ''wallet'', null, ''{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}'')', tests.quote('rider', 'Courier')));
select tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())),
  tests.let('driver', format('select public.start_trip(%L)', tests.booking()));
select tests.drive_to(47.1655, 9.5103);
select tests.let('driver', format('select public.return_to_sender(%L, ''Nobody home'')', tests.booking()));
select tests.act_as('driver');
select throws_ok($$ select public.reach_drop(tests.booking()) $$, 'PT409', 'not_at_pickup', 'a driver cannot hand a parcel back away from the sender');
select tests.drive_to(47.141, 9.5209), tests.act_as('driver');
select is(public.reach_drop(tests.booking()) ->> 'status', 'PAID', 'a driver can hand a parcel back at the sender');

-- Documents swapped during the review
select public.submit_document('insurance', tests.id('driver') || '/insurance', '2100-01-01');
create temp table seen as select d.id from public.driver_documents d where d.kind = 'insurance' and d.status = 'pending';
grant select on seen to public;
select public.submit_document('insurance', tests.id('driver') || '/insurance-9', '2199-01-01');
select tests.act_as('admin');
select throws_ok($$ select public.verify_document((select id from seen)) $$, 'PT404', 'document_not_found', 'an admin cannot verify a document that the driver replaced meanwhile');
select lives_ok($$ select public.verify_document((select d.id from public.driver_documents d where d.status = 'pending' and d.kind = 'insurance' and d.driver_id = tests.id('driver'))) $$, 'an admin can verify the document that was submitted later');
select tests.act_as('driver');
insert into storage.objects (bucket_id, name) values ('users', tests.id('driver') || '/insurance-9'), ('users', tests.id('driver') || '/insurance-8');
select is_empty($$ update storage.objects set metadata = '{"size": 1}' where name like '%/insurance-9' returning 1 $$, 'a driver cannot overwrite the file of a verified document');
select isnt_empty($$ update storage.objects set metadata = '{"size": 1}' where name like '%/insurance-8' returning 1 $$, 'a driver can overwrite the file of an unverified document');
select set_config('storage.allow_delete_query', 'true', true);
delete from storage.objects where name like tests.id('driver') || '/insurance-%';
select results_eq($$ select split_part(name, '/', 2) from storage.objects where name like tests.id('driver') || '/insurance-%' $$, $$ values ('insurance-9') $$, 'a driver can delete all document files except that of a verified document');
insert into storage.objects (bucket_id, name) select 'users', tests.id('driver') || '/license-' || n from generate_series(1, 19) n;
insert into storage.objects (bucket_id, name) select 'users', tests.id('driver') || '/license-x' || n from generate_series(1, 20) n;
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('users', tests.id('driver') || '/license-y') $$, '42501', null, 'a driver cannot upload more than the allowed number of files');
select * from finish();
