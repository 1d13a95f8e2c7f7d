@echo off
rem Starts Catena's command line.
setlocal
if defined JAVA_HOME (set "java=%JAVA_HOME%\bin\java.exe") else (set "java=java.exe")
"%java%" -version >nul 2>&1
if errorlevel 1 (
    echo catena: no Java found: install JDK 17 or later, or set JAVA_HOME 1>&2
    exit /b 1
)
set "options=-XX:+UseSerialGC -Djava.awt.headless=true"
if "%~1"=="sweep" set "options=%options% --add-modules jdk.incubator.vector"
if "%~1"=="bench" set "options=%options% --add-modules jdk.incubator.vector"
"%java%" %options% -jar "%~dp0..\lib\catena.jar" %*
exit /b %errorlevel%
