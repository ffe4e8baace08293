-- The vehicle check at the beginning of a shift: its pictures, who can take the vehicle, and what the office sees.
select no_plan();
create function tests.upload(who text, path text) returns void language plpgsql as $$
begin
  perform tests.as_owner();
  insert into storage.objects (bucket_id, name) values ('shifts', tests.id(who) || '/' || path);
end $$;
create function tests.vehicle() returns uuid language sql volatile security definer as $$ select v.id from app.shared_vehicles v order by v.created_at, v.id limit 1 $$;
create function tests.files() returns bigint language sql volatile as $$ select count(*) from storage.objects o where o.bucket_id = 'shifts' $$;
create function tests.add_file(path text) returns void language sql volatile as $$ insert into storage.objects (bucket_id, name) values ('shifts', path) $$;
update public.drivers set fleet_id = tests.id('fleet') where id in (tests.id('driver'), tests.id('driver2'), tests.id('driver3'));
select tests.let('admin', format('select public.save_shared_vehicle(%L)', jsonb_build_object('car_type_id', tests.car('Cab'), 'vehicle_number', 'FL 77 001', 'fleet_id', tests.id('fleet'))));

-- Uploading
select tests.act_as('driver2');
select lives_ok($$ select tests.add_file(tests.id('driver2') || '/front') $$, 'a driver uploads a picture of the vehicle');
select throws_ok($$ select tests.add_file(tests.id('driver3') || '/front') $$, '42501', null, 'a driver cannot upload a vehicle picture for another driver');
select throws_ok($$ select tests.add_file(tests.id('driver2') || '/a/b') $$, '42501', null, 'a driver cannot upload a vehicle picture into a subfolder');
select lives_ok($$ select tests.add_file(tests.id('driver2') || '/n' || n) from generate_series(2, 16) n $$, 'a driver uploads up to sixteen vehicle pictures');
select throws_ok($$ select tests.add_file(tests.id('driver2') || '/n17') $$, '42501', null, 'a driver cannot upload a seventeenth vehicle picture');
select tests.act_as('rider');
select throws_ok($$ select tests.add_file(tests.id('rider') || '/front') $$, '42501', null, 'a rider cannot upload a vehicle picture');

-- The setting
select tests.set('shift_photos', 'true');
select tests.act_as('driver2');
select throws_ok($$ select public.set_driver_active(true) $$, 'PT409', 'shift_required', 'with shift_photos on a driver cannot go on duty before the vehicle check');
select throws_ok($$ select public.start_shift(tests.vehicle()) $$, 'PT422', 'photos_required', 'with shift_photos on a shift without pictures is refused');
select throws_ok($$ select public.start_shift(tests.vehicle(), null, array[tests.id('driver2') || '/gone']) $$, 'PT422', 'image_invalid', 'a shift with a picture that was not uploaded is refused');
select throws_ok($$ select public.start_shift(tests.vehicle(), null, array[null]) $$, 'PT422', 'image_invalid', 'a shift with a picture of null is refused');
select throws_ok($$ select public.start_shift(tests.vehicle(), null, array(select tests.id('driver2') || '/n' || n from generate_series(2, 10) n)) $$, 'PT422', 'image_invalid', 'a shift with more than eight pictures is refused');
select throws_ok($$ select public.start_shift(tests.vehicle(), null, '{}', repeat('x', 1001)) $$, 'PT422', 'message_invalid', 'a shift with a note of more than 1,000 characters is refused');
select results_eq($$ select s.photos, s.note from public.start_shift(tests.vehicle(), null, array[tests.id('driver2') || '/front'], ' Scratch at the door ') s $$,
  $$ select array[tests.id('driver2') || '/front'], 'Scratch at the door' $$, 'a shift stores the pictures and the note');
select lives_ok($$ select public.set_driver_active(true) $$, 'a driver goes on duty after the vehicle check');
select is((select vehicle_number from public.my_shift()), 'FL 77 001', 'a driver reads the own open shift');
select tests.act_as('driver3');
select is_empty($$ select 1 from public.my_shift() $$, 'another driver has no open shift');
select throws_ok($$ select public.start_shift(null, null, array[tests.id('driver2') || '/front']) $$, 'PT422', 'image_invalid', 'a driver cannot begin a shift with another driver''s picture');
select tests.act_as('rider');
select throws_ok($$ select public.my_shift() $$, 'PT403', 'not_a_driver', 'a rider cannot read a shift');

-- The pictures of a shift are evidence
select tests.act_as('driver2');
update storage.objects o set metadata = '{"eTag": "other"}' where o.bucket_id = 'shifts' and o.name like '%/front';
select set_config('storage.allow_delete_query', 'true', true);
delete from storage.objects o where o.bucket_id = 'shifts' and o.name like '%/front';
delete from storage.objects o where o.bucket_id = 'shifts' and o.name like '%/n16';
select tests.as_owner();
select ok(exists (select 1 from storage.objects o where o.name = tests.id('driver2') || '/front' and o.metadata is distinct from '{"eTag": "other"}'), 'a driver cannot change or delete a picture of a shift');
select ok(not exists (select 1 from storage.objects o where o.name = tests.id('driver2') || '/n16'), 'a driver deletes an unused picture');

-- Who can read the pictures
select tests.act_as('fleet');
select tests.pass_files();
select is(tests.files(), 15::bigint, 'a fleet admin reads the pictures of the own drivers');
select results_eq($$ select driver_id, note, ended_at from public.vehicle_shifts(tests.vehicle()) $$, $$ select tests.id('driver2'), 'Scratch at the door', null::timestamptz $$, 'a fleet admin reads the shifts of the own vehicle');
select tests.act_as('fleet2');
select is(tests.files(), 0::bigint, 'another fleet''s admin cannot read the pictures');
select throws_ok($$ select public.vehicle_shifts(tests.vehicle()) $$, 'PT404', 'vehicle_not_found', 'another fleet''s admin cannot read the shifts');
select throws_ok($$ select public.free_vehicle(tests.vehicle()) $$, 'PT404', 'vehicle_not_found', 'another fleet''s admin cannot free the vehicle');
select tests.act_as('driver3');
select is(tests.files(), 0::bigint, 'another driver cannot read the pictures');
select throws_ok($$ select public.vehicle_shifts(tests.vehicle()) $$, 'PT403', 'not_allowed', 'a driver cannot read the shifts of a vehicle');
select throws_ok($$ select public.free_vehicle(tests.vehicle()) $$, 'PT403', 'not_allowed', 'a driver cannot free a vehicle in use');
select tests.act_as('admin');
select is(tests.files(), 15::bigint, 'an admin reads the pictures of shifts');

-- A forgotten shift
select tests.act_as('fleet');
select lives_ok($$ select public.free_vehicle(tests.vehicle()) $$, 'a fleet admin ends a forgotten shift');
select lives_ok($$ select public.free_vehicle(tests.vehicle()) $$, 'a fleet admin can free a vehicle twice');
select is((select driver_id from public.shared_vehicles() where id = tests.vehicle()), null, 'a vehicle is free after its forgotten shift was ended');
select tests.as_owner();
select ok(not (select d.driver_active_status from public.drivers d where d.id = tests.id('driver2')), 'the driver of a forgotten shift is off duty');
select ok(exists (select 1 from public.audit_log where action = 'free_vehicle'), 'freeing a vehicle is audited');
select tests.act_as('driver2');
select throws_ok($$ select public.start_shift(tests.vehicle(), null, array[tests.id('driver2') || '/front']) $$, 'PT422', 'image_invalid', 'a picture of an earlier shift cannot be used again');
select tests.as_owner(), tests.set('shift_photos', 'false');

-- Who can take the vehicle
select tests.act_as('fleet');
select throws_ok(format($$ select public.save_shared_vehicle(%L) $$, jsonb_build_object('id', tests.vehicle(), 'drivers', jsonb_build_array(tests.id('driver4')))), 'PT422', 'person_invalid', 'a vehicle cannot be limited to a driver of another fleet');
select throws_ok(format($$ select public.save_shared_vehicle(%L) $$, jsonb_build_object('id', tests.vehicle(), 'drivers', 'x')), 'PT422', 'person_invalid', 'a vehicle''s drivers that are not a list are refused');
select is((public.save_shared_vehicle(jsonb_build_object('id', tests.vehicle(), 'drivers', jsonb_build_array(tests.id('driver3'))))).drivers -> 0 ->> 'id', tests.id('driver3')::text, 'a fleet admin limits a vehicle to certain drivers');
select tests.act_as('driver2');
select is_empty($$ select 1 from public.shared_vehicles() $$, 'a driver who is not named does not see the vehicle');
select throws_ok($$ select public.start_shift(tests.vehicle()) $$, 'PT404', 'vehicle_not_found', 'a driver who is not named cannot take the vehicle');
select tests.act_as('driver3');
select results_eq($$ select vehicle_number, drivers from public.shared_vehicles() $$, $$ values ('FL 77 001', null::jsonb) $$, 'a named driver sees the vehicle without the list of drivers');
select lives_ok($$ select public.start_shift(tests.vehicle()) $$, 'a named driver takes the vehicle');
select lives_ok($$ select public.set_driver_active(true) $$, 'a named driver goes on duty with the vehicle');
select public.end_shift();
select tests.as_owner();
select ok(not (select d.driver_active_status from public.drivers d where d.id = tests.id('driver3')), 'the end of a shift takes its driver off duty');

-- Cleaning up
select tests.upload('driver3', 'unused');
update storage.objects o set created_at = app.now() - interval '2 days' where o.bucket_id = 'shifts' and (o.name like '%/unused' or o.name like '%/front');
select app.queue_orphaned_files();
select results_eq($$ select q.payload ->> 'path' from app.outbox q where q.payload ->> 'bucket' = 'shifts' $$, $$ select tests.id('driver3') || '/unused' $$, 'unused pictures are removed after a day, pictures of shifts are kept');
select tests.act_as('driver3');
select throws_ok($$ select public.start_shift(null, null, array[tests.id('driver3') || '/unused']) $$, 'PT422', 'image_invalid', 'a picture that is about to be removed cannot be used for a shift');
select tests.as_owner();
update app.driver_shifts s set began_at = app.now() - interval '366 days', ended_at = app.now() - interval '366 days' where s.photos <> '{}';
select app.queue_orphaned_files();
select is((select count(*) from app.outbox q where q.payload ->> 'path' = tests.id('driver2') || '/front'), 1::bigint, 'pictures of a shift are removed after a year');
select * from finish();
