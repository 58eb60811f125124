; The installer for Windows, for the person who runs it: no administrator is asked. packaging/windows/pack.sh calls makensis with
; VERSION, FILES and OUT. What people made (the library in %APPDATA%\Deckloom) stays when Deckloom is removed.
Unicode true
; As the program: 64 bits.
Target amd64-unicode
!include MUI2.nsh

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Deckloom"

Name "Deckloom"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Deckloom"
InstallDirRegKey HKCU "Software\Deckloom" "Folder"
RequestExecutionLevel user
SetCompressor /SOLID lzma
ManifestDPIAware true

VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Deckloom"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileDescription "Installs Deckloom"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey LegalCopyright "The Deckloom developers"

!define MUI_ICON "${FILES}\deckloom.ico"
!define MUI_UNICON "${FILES}\deckloom.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\deckloom-window.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

Section
    SetOutPath "$INSTDIR"
    File /r "${FILES}\*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Deckloom.lnk" "$INSTDIR\deckloom-window.exe" "" "$INSTDIR\deckloom.ico"
    WriteRegStr HKCU "Software\Deckloom" "Folder" "$INSTDIR"
    WriteRegStr HKCU "${KEY}" "DisplayName" "Deckloom"
    WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\deckloom.ico"
    WriteRegStr HKCU "${KEY}" "Publisher" "The Deckloom developers"
    WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${KEY}" "NoModify" 1
    WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

Section Uninstall
    ; By name: another folder may have been chosen, with other files in it.
    Delete "$INSTDIR\deckloom.exe"
    Delete "$INSTDIR\deckloom-window.exe"
    Delete "$INSTDIR\deckloom.ico"
    Delete "$INSTDIR\README.txt"
    Delete "$INSTDIR\CHANGELOG.txt"
    Delete "$INSTDIR\LICENSE-MIT.txt"
    Delete "$INSTDIR\LICENSE-APACHE.txt"
    Delete "$INSTDIR\OFL.txt"
    Delete "$INSTDIR\sbom.cdx.json"
    Delete "$INSTDIR\third-party.txt"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Deckloom.lnk"
    DeleteRegKey HKCU "${KEY}"
    DeleteRegKey HKCU "Software\Deckloom"
SectionEnd
